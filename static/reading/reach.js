// The bar at the foot of a small screen; what only some pages need is fetched for them.

import { recall } from "./store.js";

const list = document.querySelector(".across details");

document.querySelector('.reach [href="#editions"]')?.addEventListener("click", (event) => {
  event.preventDefault();
  list.open = !list.open;
  if (list.open) list.querySelector(".stops :is(a, input:not([type=hidden]))")?.focus({ preventScroll: true });
});
if (document.querySelectorAll(".outline li").length > 30) import("./sift.js");
if (recall("bookmarks") && document.querySelector(".bookmarks")) import("./bookmarks.js");
