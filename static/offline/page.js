// The page about reading offline: what is kept, keeping and removing it, and looking things up in it.

import { cardAt, cardsKept, foundCards, startCards } from "./cardspage.js";
import { keep, missing, offered } from "./keeping.js";
import { count, day, make } from "./pieces.js";

const find = (id) => document.getElementById(id);
const [state, notice, progress, bar] = ["state", "notice", "progress", "bar"].map(find);
const [keepButton, removeButton] = [find("keep"), find("remove")];
const able = isSecureContext && "serviceWorker" in navigator && "caches" in window;
const AGAIN = 5_000; // milliseconds

let offer; // not yet known; null where the site does not answer, false where it has nothing
let edition = null;
const changes = "BroadcastChannel" in window ? new BroadcastChannel("kept") : null;

/** What is kept, in one sentence. */
async function described({ store, about }) {
  const name = `${about.title} of ${about.day}`;
  if (about.finished) {
    const terms = about.terms ? ` and ${count(about.terms, "glossary entry", "glossary entries")}` : "";
    const size = (about.bytes / 1e6).toFixed(1);
    return `${name}, kept on ${day(about.finished)}: ${count(about.rules, "rule", "rules")}${terms}, ${size} MB.`;
  }
  const left = new Set(await missing(store, about));
  const here = about.pages.filter((page) => !left.has(page)).length;
  return `${name}, kept in part: ${here} of ${count(about.pages.length, "page", "pages")}.`;
}

/** Show what is kept and what can be done about it. */
async function show() {
  edition = (await Kept.best()) ?? null;
  state.textContent = edition ? await described(edition) : "Nothing is kept yet.";
  const begun = (await Kept.all()).find(({ about }) => !about.finished);
  const current = offer && edition?.about.stamp === offer.stamp;
  notice.textContent = "";
  if (!offer) {
    if (offer === null && find("instead").hidden) notice.textContent = "The site cannot be reached.";
    if (offer === false) notice.textContent = "The site has nothing to keep yet.";
  } else if (edition && edition.about.edition !== offer.edition) {
    notice.textContent = `The site has a newer edition: ${offer.title} of ${offer.day}.`;
  } else if (edition && !current) {
    notice.textContent = "The site has changed since.";
  }
  const label = !edition ? `Keep the edition of ${offer?.day} for reading offline`
    : begun && begun.about.stamp === offer?.stamp ? "Continue" : "Bring it up to date";
  keepButton.textContent = label;
  keepButton.hidden = !offer || Boolean(current && edition.about.finished);
  removeButton.hidden = !edition;
  await showLookup();
}

/** Show the box where there is something to look things up in, and answer what is in it. */
async function showLookup() {
  const words = edition && await Kept.words(edition);
  const cards = await cardsKept();
  find("lookup").hidden = !words && !cards;
  find("asks").textContent = cards && !words ? "Name of a card" : cards ? "Rule number, words, or the name of a card" : "Rule number or words";
  const holds = [words && `${edition.about.title} of ${edition.about.day}`, cards && count(cards, "card", "cards")];
  find("holds").textContent = `${holds.filter(Boolean).join(", ")}.`;
  if (words || cards) await answer();
}

async function keepIt() {
  keepButton.hidden = removeButton.hidden = true;
  progress.hidden = false;
  bar.removeAttribute("value");
  find("done").textContent = "";
  notice.textContent = "";
  state.textContent = `Fetching the ${offer.title} of ${offer.day}. You may leave this page and fetch the rest later.`;
  let trouble = "";
  try {
    const ready = new Promise((_, fail) => {
      setTimeout(fail, 30_000, new Error("this browser did not start the part that serves kept pages"));
    });
    await Promise.race([navigator.serviceWorker.ready, ready]);
    await keep((done, of) => {
      bar.max = of;
      bar.value = done;
      find("done").textContent = `${done} of ${of}`;
    });
  } catch (error) {
    trouble = error.name === "QuotaExceededError" ? "This browser has no more room for it."
      : `It could not be fetched whole: ${error.message}.`;
  }
  progress.hidden = true;
  offer = (await offered()) ?? offer;
  await show();
  if (trouble) notice.textContent = trouble;
  focusOn(keepButton, removeButton);
  changes?.postMessage("kept");
}

async function removeIt() {
  await Kept.forget();
  offer = await offered();
  await show();
  focusOn(keepButton);
  changes?.postMessage("removed");
}

/** Put the focus on the first of the buttons that can be pressed, or on the heading above them. */
function focusOn(...buttons) {
  (buttons.find((button) => !button.hidden) ?? find("kept-title")).focus();
}

/** Look up what is in the box: a number first, else words; and cards of this name. */
async function answer() {
  const typed = find("find").value.trim();
  const words = typed && edition && await Kept.words(edition);
  const cards = await foundCards(typed);
  if (find("find").value.trim() !== typed) return; // what was typed since has its own answer
  const rules = words ? foundRules(words, typed) : { items: [], text: "" };
  const first = cards.exact || rules.guessed ? [cards, rules] : [rules, cards];
  find("meant").replaceChildren(...(rules.meant ?? []));
  find("found").replaceChildren(...first.flatMap(({ items }) => items));
  if (rules.text && cards.text) rules.text += " in the rules";
  const told = first.map(({ text }) => text).filter(Boolean).join("; ");
  find("said").textContent = told ? `${told}.` : typed && (words || cards.kept) ? `Nothing found for “${typed}”.` : "";
}

/** The rules and terms that a text finds, how many they are, and what was looked for instead; `guessed` where it was. */
function foundRules(words, typed) {
  const rules = words.numbers(typed);
  const before = words.before(typed);
  const numbered = rules.length + before.length;
  const found = numbered ? { total: rules.length, hits: rules.slice(0, Lookup.MOST) } : words.search(typed);
  const { total, hits } = found;
  const shown = hits.map((hit) => (numbered ? shownRule(words, hit) : shownHit(words, hit)));
  const stands = numbered && hits.some((hit) => hit.exact);
  const earlier = before.map((era) => shownBefore(words, era));
  const all = total + before.length;
  const text = total > hits.length ? `The ${numbered ? "first" : "best"} ${hits.length} of ${total.toLocaleString("en-GB")}`
    : all ? count(all, "result", "results") : "";
  return { items: stands ? [...shown, ...earlier] : [...earlier, ...shown], text, meant: meant(found), guessed: Boolean(found.corrected || found.some) };
}

/** What was looked for in place of what was typed, in sentences. */
function meant({ corrected, some, told = [] }) {
  const sentences = told.map(({ word, says, why }) => [`“${word}” was also looked for as “${says.join("” or “")}”: ${why}. `]);
  if (corrected) sentences.unshift(["Showing results for ", make("strong", {}, corrected), ". "]);
  if (some) sentences.push(["Nothing has all of these words; what follows has some of them."]);
  return sentences.flat();
}

const paragraph = (words, text, has = {}) => make("p", { innerHTML: words.html(text), ...has });

function head(words, entry, title) {
  const number = entry.number ? [make("span", { className: "nr" }, entry.number), " "] : [];
  return make("h3", {}, make("a", { href: entry.url }, ...number, make("span", { innerHTML: words.html(title) })));
}

/** A rule that was asked for by its number: all of it; one whose number goes on: in one line or two. */
function shownRule(words, rule) {
  const title = rule.title || (rule.exact ? rule.heading : "");
  const item = make("li", { className: rule.exact ? "hit exact" : "hit" }, head(words, rule, title));
  for (const text of rule.text.split("\n").filter(Boolean)) item.append(paragraph(words, text));
  if (rule.exact) item.append(...rule.examples.map((text) => paragraph(words, text, { className: "example" })));
  return item;
}

/** What a number of earlier editions is called today. */
function shownBefore(words, { number, since, until, rule }) {
  const [first, last] = [since, until].map(day);
  const when = since === until ? `In the edition of ${first}` : `From ${first} to ${last}`;
  const what = rule ? `${when} this number stood for what is now ${rule.number}.`
    : `${when} this number stood for a rule that no one rule continues.`;
  const item = make("li", { className: "hit before" }, make("h3", {}, make("span", { className: "nr" }, number), " ", what));
  if (rule) {
    item.append(make("p", {}, make("a", { href: rule.url }, make("span", { className: "nr" }, rule.number), " ", rule.title || rule.heading)));
    for (const text of rule.text.split("\n").filter(Boolean)) item.append(paragraph(words, text));
  }
  return item;
}

function shownHit(words, hit) {
  const excerpt = hit.pieces.map(({ text, marked }) => make(marked ? "mark" : "span", { innerHTML: words.html(text) }));
  const kind = hit.kind === "term" ? [make("p", { className: "aside" }, "Glossary")] : [];
  return make("li", { className: "hit" }, head(words, hit, hit.title || hit.heading), make("p", {}, ...excerpt), ...kind);
}

function titleOf(html) {
  return new DOMParser().parseFromString(html.slice(0, html.indexOf("</title>")), "text/html").title;
}

async function visits() {
  const names = (await caches.keys()).filter((name) => name.startsWith("visited-"));
  return Promise.all(names.map((name) => caches.open(name)));
}

/** The pages that were read and can be opened again, newest first. */
async function listVisited() {
  const pages = [];
  for (const store of await visits()) {
    for (const request of await store.keys()) {
      const title = titleOf((await (await store.match(request))?.text()) ?? "");
      if (title) pages.unshift([request.url, title]);
    }
  }
  find("visited").hidden = !pages.length;
  find("pages").replaceChildren(...pages.map(([href, title]) => make("li", {}, make("a", { href }, title))));
}

async function forgetVisited() {
  for (const store of await visits()) {
    for (const request of await store.keys()) await store.delete(request, { ignoreVary: true });
  }
  await listVisited();
  focusOn(keepButton, removeButton);
  changes?.postMessage("removed");
}

/** The number in the address of a rule of the kept document, with its day: what the box is asked where it is not kept. */
function numberOf(path) {
  const [document, ...parts] = path.split("/").filter(Boolean);
  const date = /^\d{4}-\d\d-\d\d$/.test(parts[0]) ? parts.shift() : "";
  if (parts.length !== 1 || !/\d/.test(parts[0]) || document !== edition?.about.document) return "";
  return date ? `${parts[0]}@${date}` : parts[0];
}

/** Ask the site what it has. */
async function ask() {
  offer = await offered();
  if (progress.hidden) await show();
}

/** Ask a site that did not answer once more, as a browser need not notice that it is online again. */
async function askAgain() {
  if ((await offered()) !== null) await ask();
}

/** Say why this page stands where another was asked for, and whether what was asked for is on it. */
function explain(path, searched) {
  const number = find("found").childElementCount ? find("find").value : "";
  find("instead").hidden = false;
  find("instead").textContent = searched ? "The site cannot be reached, so the search is done in what is kept."
    : number ? `The site cannot be reached. This is what is kept here of ${number.replace("@", " of ")}.`
      : `The site cannot be reached, and ${path} is not kept in this browser.`;
}

async function start() {
  const asked = new URLSearchParams(location.search).get("q") ?? "";
  const path = location.pathname;
  const instead = path !== find("offline").dataset.address;
  if (instead) {
    explain(path, path === "/search/" && asked);
    find("instead").after(find("lookup"));
  }
  if (!able) {
    state.textContent = isSecureContext
      ? "This browser keeps no pages for reading offline; a private window often does not."
      : "Pages can be kept only over a secure connection: open this site by an address that begins with https.";
    return;
  }
  edition = (await Kept.best()) ?? null;
  find("find").value = asked || (instead ? numberOf(path) || await cardAt(path) : "");
  keepButton.addEventListener("click", keepIt);
  removeButton.addEventListener("click", removeIt);
  find("forget").addEventListener("click", forgetVisited);
  find("find").addEventListener("input", answer);
  find("find").form.addEventListener("submit", (event) => { event.preventDefault(); answer(); });
  changes?.addEventListener("message", () => (progress.hidden ? show().then(listVisited) : null));
  await show();
  if (instead) explain(path, path === "/search/" && asked);
  if (asked && !instead) find("lookup").scrollIntoView();
  await listVisited();
  addEventListener("online", ask);
  setInterval(() => offer === null && !document.hidden && askAgain(), AGAIN);
  await Promise.all([ask(), startCards(showLookup)]);
}

start().catch((error) => { state.textContent = `What is kept cannot be read: ${error.message}.`; });
