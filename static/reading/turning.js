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

// The list of editions lies over the page: Escape or a click elsewhere closes it.
const list = document.querySelector(".across details");

list?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !list.open) return;
  event.preventDefault();
  list.open = false;
  list.querySelector("summary").focus();
});
if (list) addEventListener("click", (event) => { if (!list.contains(event.target)) list.open = false; });
