// j and k go to the next and the previous page, [ and ] to the earlier and the later edition of what is read.

import { onKey } from "./keys.js";

const LINKS = {
  j: '.turn a[rel="next"]',
  k: '.turn a[rel="prev"]',
  "[": "a[data-key='[']",
  "]": "a[data-key=']']",
};

for (const [key, selector] of Object.entries(LINKS)) {
  onKey(key, () => document.querySelector(selector)?.click());
}

// The list of editions lies over the page: Escape closes it, and a click or the focus elsewhere.
const list = document.querySelector(".across details");

list?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !list.open) return;
  event.preventDefault();
  list.open = false;
  list.querySelector("summary").focus();
});
for (const kind of list ? ["click", "focusin"] : []) {
  addEventListener(kind, ({ target }) => { if (!target.closest?.("dialog, .across details")) list.open = false; });
}
