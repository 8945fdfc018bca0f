// The menu of a rule: copies, history, who cites it, its games.

import { onKey } from "./keys.js";
import { recall } from "./store.js";

const section = document.querySelector(".section");
const menu = make("div", {});
let button = null;

function make(tag, attributes, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...inside);
  return node;
}

/** The words as the document has them, without open cards. */
function text(node) {
  const copy = node.cloneNode(true);
  for (const card of copy.querySelectorAll(".incard, .today")) card.remove();
  return copy.textContent.trim();
}

function read(provision) {
  const link = provision.querySelector(".number > a");
  const number = text(link);
  const name = text(link.parentElement);
  const { book, edition } = section.dataset;
  const parts = [...provision.querySelector(".words").children];
  return { url: link.href, number, name, parts, citation: `${book} ${number} (${edition})` };
}

/** A rule as plain text, or as Markdown with the citation linked. */
function compose({ url, number, name, parts, citation }, marked) {
  const plain = (node) => (marked ? text(node).replace(/[\\`*<>[\]]/g, "\\$&") : text(node));
  const blocks = parts.filter((part) => part.matches("p:not([class])")).map(plain);
  const head = marked ? `**${name}**` : name;
  if (name !== number || !blocks.length) blocks.unshift(head);
  else blocks[0] = `${head} ${blocks[0]}`;
  for (const example of parts.filter((part) => part.matches(".example"))) {
    const lines = [...example.querySelectorAll("p:not(.label)")].map(plain);
    blocks.push(marked ? `> **Example:** ${lines.join("\n>\n> ")}` : `Example: ${lines.join("\n")}`);
  }
  if (marked) blocks.push(`[${citation}](${url})`);
  return blocks.join(marked ? "\n\n" : "\n");
}

const COPIES = {
  "Copy link": (rule) => rule.url,
  "Copy citation": (rule) => rule.citation,
  "Copy text": (rule) => compose(rule),
  "Copy as Markdown": (rule) => compose(rule, true),
};

async function copy(item, words) {
  menu.querySelector("label")?.remove();
  try {
    await navigator.clipboard.writeText(words);
    item.lastChild.textContent = "copied";
    menu.querySelector("[role=status]").textContent = `${item.firstChild.data}: done`;
  } catch {
    const field = make("textarea", { readonly: "" });
    field.value = words;
    menu.append(make("label", {}, "To copy by hand:", field));
    field.select();
  }
}

function count(item, number, none) {
  item.lastChild.textContent = +number ? number : none;
  if (+number) return;
  item.removeAttribute("href");
  item.setAttribute("aria-disabled", "true");
}

async function counted(page, [, citing, games]) {
  try {
    const html = await (await fetch(`${page}card/`)).text();
    const { dataset } = new DOMParser().parseFromString(html, "text/html").querySelector("[data-citing]");
    count(citing, dataset.citing, "not cited");
    count(games, dataset.games, "none");
  } catch { /* the links do without */ }
}

function close() {
  if (menu.contains(document.activeElement)) button.focus({ preventScroll: true });
  button?.setAttribute("aria-expanded", "false");
  menu.remove();
  button = null;
}

function open(pressed, at = 0) {
  close();
  button = pressed;
  button.setAttribute("aria-expanded", "true");
  const rule = read(button.parentElement);
  const page = rule.url.split("#")[0];
  const item = (tag, name, href) =>
    make(tag, { role: "menuitem", tabindex: "-1", ...href }, name, make("span", { class: "aside" }));
  const copies = Object.entries(COPIES).map(([name, words]) => {
    const made = item("button", name);
    made.onclick = () => copy(made, words(rule));
    return made;
  });
  copies[1].lastChild.textContent = rule.citation;
  const links = [["History", "history/"], ["Who cites it", "#cited-by"], ["Its games", "#played"]]
    .map(([name, path]) => item("a", name, { href: page + path }));
  const marked = recall("bookmarks", []).some(({ url }) => url === rule.url);
  const mark = item("button", marked ? "Remove bookmark" : "Bookmark");
  const bookmarks = import("./bookmarks.js");
  mark.onclick = async () => {
    const added = await (await bookmarks).toggle(rule.url, rule.citation);
    mark.firstChild.data = added ? "Remove bookmark" : "Bookmark";
    mark.lastChild.textContent = added ? "added" : "removed";
    menu.querySelector("[role=status]").textContent = `Bookmark ${mark.lastChild.textContent}`;
  };
  copies.push(mark);
  const line = make("div", { role: "separator" });
  menu.replaceChildren(
    make("div", { role: "menu", "aria-label": rule.number }, ...copies, line, ...links),
    make("p", { class: "vh", role: "status" }),
  );
  menu.className = "menu";
  button.after(menu);
  const { bottom } = menu.getBoundingClientRect();
  menu.classList.toggle("up", bottom > innerHeight && bottom > 2 * menu.offsetHeight + 60);
  menu.scrollIntoView({ block: "nearest" });
  [...copies, ...links].at(at).focus({ preventScroll: true });
  counted(page, links);
}

menu.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const items = [...menu.querySelectorAll("[role=menuitem]")];
  const at = items.indexOf(target);
  const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (to !== undefined && at >= 0) items.at(to).focus();
  else if (key === " " && target.matches("a")) target.click();
  else if (key === "Escape" || key === "Tab" || (at >= 0 && key.length === 1 && key !== " ")) {
    close();
    if (key !== "Escape" && key !== "m") return; // it does what it does elsewhere
  } else return;
  event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  if (target.matches(".more") && target !== button) open(target);
  else if (!menu.contains(target) || target.closest("a[href]")) close();
});

if (section) {
  const pattern = make("button", { type: "button", class: "more", "aria-haspopup": "menu", "aria-expanded": "false" });
  for (const provision of section.querySelectorAll(".provision[id]")) {
    const more = pattern.cloneNode();
    more.ariaLabel = `${provision.querySelector(".number > a").textContent}: copy, history, who cites it`;
    provision.firstElementChild.after(more);
  }
  section.addEventListener("keydown", (event) => {
    const at = { ArrowDown: 0, ArrowUp: -1 }[event.key];
    if (at === undefined || !event.target.matches(".more")) return;
    event.preventDefault();
    open(event.target, at);
  });
  const find = (which) => [...section.querySelectorAll(`${which} > .more`)];
  const seen = (more) => Math.abs(more.getBoundingClientRect().top / innerHeight - 0.5) < 0.45;
  onKey("m", () => {
    const all = [":focus-within", ":target", ".current", ".provision"].flatMap(find);
    (all.find(seen) ?? all[0])?.click();
  });
  addEventListener("pagehide", close);
}
