// j and k: the next and the previous page; [ and ]: an edition earlier and later.

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

// The list of editions closes at Escape, and when one goes elsewhere.
const list = document.querySelector(".across details");

list?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !list.open) return;
  event.preventDefault();
  list.open = false;
  list.querySelector("summary").focus({ preventScroll: true });
});
for (const kind of list ? ["click", "focusin"] : []) {
  addEventListener(kind, ({ target }) => { if (!target.closest?.("dialog, .across details, .reach")) list.open = false; });
}
