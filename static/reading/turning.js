// j and k go to the next and the previous page, [ and ] to the earlier and the later edition of what is read.

import { onKey } from "./keys.js";

const LINKS = {
  j: '.turn a[rel="next"]',
  k: '.turn a[rel="prev"]',
  "[": "a[data-key='[']",
  "]": "a[data-key=']']",
};

for (const [key, selector] of Object.entries(LINKS)) {
  onKey(key, () => {
    const link = document.querySelector(selector);
    if (!link) return false;
    link.click();
    return true;
  });
}
