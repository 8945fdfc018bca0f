// The one box, from anywhere: it completes what is typed and recalls look-ups; without answers it is a plain form.

import { onKey } from "./keys.js";
import { recall, remember } from "./store.js";

const PAUSE = 60; // milliseconds before the site is asked
const MOST = 8; // look-ups kept
const KEPT = "looked-up";
const form = document.querySelector("form.searchbox");
const input = form?.elements.q;
const answers = new Map(); // what was typed: its lines
const list = make("div", "");
const past = make("p", "past", "Recent look-ups");
const popup = make("div", "offers", past, list);
const status = make("div", "vh");
let options = [];
let active = -1;
let answered = ""; // what was typed when the list was made
let timer;
let asking; // the question under way: its text, its answer to come, how to stop it
let back; // where the focus was when a key led to the box

function make(name, className, ...inside) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...inside);
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

const on = (element, kind, handler) => element.addEventListener(kind, handler);
const typed = () => input.value.trim();

function marked(text) {
  const at = ` ${text.toLowerCase()}`.replaceAll("-", " ").indexOf(` ${typed().toLowerCase()}`.replaceAll("-", " "));
  const end = at + typed().length;
  return end > at && at >= 0 ? [text.slice(0, at), make("mark", "", text.slice(at, end)), text.slice(end)] : [text];
}

// A link, so that it opens in a new tab as any does.
function option(line, index) {
  const { number, under, name, from, now, url } = line;
  const link = make("a", "option", make("span", "nr", ...marked(number ?? "")), " ",
    make("span", "name", make("span", "under", under ? `${under}: ` : ""), ...marked(name)), " ",
    make("span", "from", from, make("b", "", now ? ` → now ${now}` : "")));
  set(link, { href: url, id: `option-${index}`, tabindex: -1, role: "option" });
  on(link, "click", (event) => {
    lookedUp(line);
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) input.blur();
  });
  return link;
}

function searchFor(name) {
  return { name, from: "search", url: `${form.getAttribute("action")}?q=${encodeURIComponent(name)}` };
}

function lineOf({ kind, text, title, edition, book = "", url, now, says }) {
  if (kind === "word") return searchFor(text);
  if (kind === "card") return { name: text, from: "card", url };
  if (kind === "game") return { name: text, from: "game", url };
  const date = edition.split("/")[1];
  if (kind === "edition") return { name: `${title}, ${date}`, from: "edition", url };
  if (kind === "term") return { name: text, from: `glossary ${date}`, url };
  const line = { from: `${book} ${date}`, now, url: `${url}#${url.split("/").at(-2)}` };
  if (kind === "heading") return { ...line, number: title, name: text };
  return { ...line, number: text, under: says && title, name: says || title };
}

function show(lines, recent = false) {
  options = lines.map(option);
  answered = recent ? "" : typed();
  list.replaceChildren(...options);
  const what = recent ? "Recent look-ups" : "Suggestions";
  set(list, { "aria-label": what });
  past.hidden = !recent;
  popup.hidden = !options.length;
  set(input, { "aria-expanded": !popup.hidden });
  mark(-1);
  const said = recent && popup.hidden ? "" : `${what}: ${options.length || "none"}`;
  if (status.textContent !== said) status.textContent = said;
}

function close() {
  clearTimeout(timer);
  ask("");
  show([], true);
}

/** Asks what a text may mean, once, whatever is pressed meanwhile; the question before is given up. */
function ask(text) {
  if (asking?.text === text) return asking.answer;
  asking?.stop.abort();
  asking = null;
  if (!text || answers.has(text)) return answers.get(text);
  const stop = new AbortController();
  const answer = fetch(`${form.dataset.offers}?q=${encodeURIComponent(text)}`, { signal: stop.signal })
    .then((found) => found.json())
    .then((found) => answers.set(text, found.map(lineOf)).get(text))
    .finally(() => { if (asking?.stop === stop) asking = null; });
  asking = { text, answer, stop };
  return answer;
}

function mark(index) {
  active = index;
  set(input, { "aria-activedescendant": options[index]?.id ?? "" });
  options.forEach((one, at) => set(one, { "aria-selected": at === index }));
  options[index]?.scrollIntoView({ block: "nearest" });
}

/** Shows what there is and marks the first, or the last (-1). */
async function offer(toward = 0) {
  const asked = typed();
  clearTimeout(timer);
  const answer = ask(asked);
  if (!asked) show(recall(KEPT, []), true);
  else try {
    const lines = await answer;
    if (asked !== typed() || document.activeElement !== input) return;
    show(lines);
  } catch (error) {
    if (error.name !== "AbortError") close();
    return;
  }
  if (toward) mark(toward > 0 ? 0 : options.length - 1);
}

function lookedUp(line) {
  remember(KEPT, [line, ...recall(KEPT, []).filter(({ url }) => url !== line.url)].slice(0, MOST));
}

// A box that is out of sight comes to the reader.
function go() {
  if (document.querySelector("dialog[open]")) return;
  if (!form) return document.querySelector("[role=search] input")?.focus(); // a page with a box of its own
  const card = document.querySelector(".incard:focus-within"); // it closes, its link stays
  if (document.activeElement !== input) back = card?.previousElementSibling ?? document.activeElement;
  const { top, bottom } = form.getBoundingClientRect();
  if (bottom < 48 || top > innerHeight - 48) {
    form.parentElement.style.minHeight = `${form.parentElement.offsetHeight}px`;
    form.classList.add("aloft");
  }
  input.focus({ preventScroll: true });
  input.select();
}

function leave() {
  const to = back;
  document.activeElement.blur();
  to?.focus({ preventScroll: true });
}

function left({ relatedTarget }) {
  if (popup.contains(relatedTarget) || !document.hasFocus()) return;
  close();
  if (!form.contains(relatedTarget)) settle();
}

function settle() {
  input.blur();
  close();
  form.classList.remove("aloft");
  form.parentElement.style.minHeight = "";
  back = null;
}

function press(event) {
  const { key, target, shiftKey, isComposing } = event;
  const down = key === "ArrowDown";
  if (isComposing) return;
  if (key === "Escape") {
    if (popup.hidden) leave();
    else {
      input.focus();
      close();
    }
  } else if (key === "Tab") {
    if (!form.matches(".aloft") || !target.matches(shiftKey ? "input" : "[type=submit]")) return;
    leave(); // to where the reader was
  } else if (target !== input) return;
  else if (down || key === "ArrowUp") {
    if (popup.hidden || answered !== typed()) offer(down ? 1 : -1);
    else mark(down ? (active + 2) % (options.length + 1) - 1 : (active < 0 ? options.length : active) - 1);
  } else if (key === "Enter" && options[active]) options[active].dispatchEvent(new MouseEvent("click", event));
  else {
    if (key === "Home" || key === "End") mark(-1);
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

if (form) {
  const forget = make("button", "", "Forget them");
  forget.type = "button";
  past.append(" ", forget);
  set(list, { id: "options", role: "listbox" });
  set(status, { role: "status" });
  set(input, { role: "combobox", "aria-autocomplete": "list", "aria-controls": "options" });
  form.querySelector(".asking").append(popup);
  form.append(status);
  close();
  on(forget, "click", () => {
    remember(KEPT, null);
    close();
    input.focus();
  });
  on(input, "input", () => {
    mark(-1); // what is typed counts until one is chosen again
    clearTimeout(timer);
    timer = setTimeout(offer, PAUSE);
  });
  for (const kind of ["focus", "click"]) on(input, kind, () => typed() || offer());
  // Safari gives no button the focus.
  on(input.parentElement, "mousedown", (event) => event.target === input || event.preventDefault());
  on(form, "mousedown", (event) => event.target === form && leave());
  on(form, "keydown", press);
  on(form, "focusout", left);
  on(form, "submit", (event) => {
    if (typed()) lookedUp(searchFor(typed()));
    else event.preventDefault();
    close();
  });
  on(window, "pagehide", settle); // Back may bring the page again as it is
}
document.querySelector('.reach [href="#q"]')?.addEventListener("click", (event) => {
  event.preventDefault();
  go();
});
onKey("/", go);
onKey("Ctrl+K", go);
