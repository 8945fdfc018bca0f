// The menu of a rule: copy it in several forms, its history, who cites it, its games.

import { onKey } from "./keys.js";

const section = document.querySelector(".section");
const menu = make("div", { class: "menu" });
let button = null;

function make(tag, attributes, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...inside);
  return node;
}

/** The words of a part of the page as the document has them, without cards that lie open in it. */
function text(node) {
  const copy = node.cloneNode(true);
  for (const card of copy.querySelectorAll(".incard")) card.remove();
  return copy.textContent.trim();
}

function read(provision) {
  const link = provision.querySelector(".number > a");
  const title = provision.querySelector(".number .title");
  const { book, edition } = section.dataset;
  return {
    url: link.href,
    number: text(link),
    title: title && text(title),
    parts: [...provision.querySelector(".words").children],
    citation: `${book} ${text(link)} (${edition})`,
  };
}

/** Number, title, words and examples: as plain text, or as Markdown with the citation linked. */
function compose({ url, number, title, parts, citation }, marked) {
  const plain = (node) => (marked ? text(node).replace(/[\\`*<>[\]]/g, "\\$&") : text(node));
  const name = title ? `${number} ${title}` : number;
  const blocks = parts.filter((part) => part.localName === "p" && !part.className).map(plain);
  const head = marked ? `**${name}**` : name;
  if (title || !blocks.length) blocks.unshift(head);
  else blocks[0] = `${head} ${blocks[0]}`;
  for (const part of parts.filter((each) => each.className === "example")) {
    const lines = [...part.querySelectorAll("p:not(.label)")].map(plain);
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
  const status = menu.querySelector("[role=status]");
  menu.querySelector("label")?.remove();
  try {
    await navigator.clipboard.writeText(words);
    item.lastChild.textContent = "copied";
    status.textContent = `${item.firstChild.data}: done`;
  } catch {
    const field = make("textarea", { readonly: "" });
    field.value = words;
    menu.append(make("label", {}, "This browser forbids it. To copy by hand:", field));
    field.select();
  }
}

/** Says how many there are of something; where there is nothing, the link goes. */
function count(item, number, none) {
  if (!number) return;
  item.lastChild.textContent = +number ? number : none;
  if (+number) return;
  item.removeAttribute("href");
  item.setAttribute("aria-disabled", "true");
}

async function counted(page, [, citing, games]) {
  try {
    const answer = await fetch(`${page}card/`);
    const card = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-citing]");
    count(citing, card?.dataset.citing, "not cited");
    count(games, card?.dataset.games, "none");
  } catch { /* without the numbers the links lead to the same places */ }
}

function close() {
  button?.setAttribute("aria-expanded", "false");
  menu.remove();
  button = null;
}

function open(pressed, last) {
  close();
  button = pressed;
  button.setAttribute("aria-expanded", "true");
  const rule = read(button.parentElement);
  const page = rule.url.split("#")[0];
  const item = (tag, name, more) =>
    make(tag, { role: "menuitem", tabindex: "-1", ...more }, name, make("span", { class: "aside" }));
  const copies = Object.entries(COPIES).map(([name, words]) => {
    const made = item("button", name);
    made.addEventListener("click", () => copy(made, words(rule)));
    return made;
  });
  copies[1].lastChild.textContent = rule.citation;
  const links = [["History", "history/"], ["Who cites it", "#cited-by"], ["Its games", "#played"]]
    .map(([name, path]) => item("a", name, { href: page + path }));
  menu.replaceChildren(
    make("div", { role: "menu", "aria-label": rule.number }, ...copies, make("div", { role: "separator" }), ...links),
    make("p", { class: "vh", role: "status" }),
  );
  menu.classList.remove("up");
  button.after(menu);
  const { bottom } = menu.getBoundingClientRect();
  if (bottom > innerHeight && bottom > 2 * menu.offsetHeight + 60) menu.classList.add("up");
  (last ? links[2] : copies[0]).focus({ preventScroll: true });
  counted(page, links);
}

menu.addEventListener("keydown", (event) => {
  const items = [...menu.querySelectorAll("[role=menuitem]")];
  const at = items.indexOf(event.target);
  const to = { ArrowDown: items[(at + 1) % items.length], ArrowUp: items.at(at - 1), Home: items[0], End: items.at(-1) };
  if (event.key === "Escape" || event.key === "Tab") {
    button.focus();
    close();
    if (event.key === "Tab") return;
  } else if (at < 0 || !to[event.key]) return;
  else to[event.key].focus();
  event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  if (target.matches(".more") && target !== button) open(target);
  else if (!menu.contains(target)) close();
});

document.addEventListener("keydown", (event) => {
  if (!event.target.matches(".more") || !/^Arrow(Up|Down)$/.test(event.key)) return;
  event.preventDefault();
  open(event.target, event.key === "ArrowUp");
});

if (section) {
  const pattern = make("button", { type: "button", class: "more", "aria-haspopup": "menu", "aria-expanded": "false" });
  for (const provision of section.querySelectorAll(".provision[id]")) {
    const more = pattern.cloneNode();
    more.setAttribute("aria-label", `${text(provision.querySelector(".number > a"))}: copy, history, who cites it`);
    provision.firstElementChild.after(more);
  }
  onKey("m", () => document.querySelector(".provision:target > .more, .current > .more, .more")?.click());
}
