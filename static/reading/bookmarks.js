// Bookmarks: in this browser alone, each with a copy of its page that can be read offline.

import { recall, remember } from "./store.js";

const NAME = "bookmarks";
const path = (url) => new URL(url, location.href).href.split("#")[0];

export const bookmarks = () => recall(NAME, []);

/** Adds a bookmark, or removes it where there is one; returns whether it was added. */
export async function toggle(url, name) {
  const others = bookmarks().filter((mark) => mark.url !== url);
  const added = others.length === bookmarks().length;
  remember(NAME, added ? [{ url, name }, ...others] : others);
  if (!("caches" in window)) return added; // no secure address: it needs the network
  const store = await caches.open(NAME);
  if (added) await store.add(new Request(path(url), { credentials: "omit" })).catch(() => {});
  else if (!others.some((mark) => path(mark.url) === path(url))) await store.delete(path(url), { ignoreVary: true });
  return added;
}

/** Lists the bookmarks in the sections that are there for them. */
function list(section) {
  const items = bookmarks().map(({ url, name }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const drop = document.createElement("button");
    link.href = url;
    link.textContent = name;
    drop.type = "button";
    drop.className = "plain";
    drop.textContent = "Remove";
    drop.ariaLabel = `Remove ${name}`;
    drop.addEventListener("click", () => toggle(url, name).then(() => list(section)));
    item.append(link, " ", drop);
    return item;
  });
  section.hidden = !items.length;
  section.querySelector("ul").replaceChildren(...items);
}

document.querySelectorAll(".bookmarks").forEach(list);
