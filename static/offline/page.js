// The page about reading offline: what is kept, keeping and removing it, and looking things up in it.

import { keep, missing, offered } from "./keeping.js";

const find = (id) => document.getElementById(id);
const [state, notice, progress, bar] = ["state", "notice", "progress", "bar"].map(find);
const [keepButton, removeButton] = [find("keep"), find("remove")];
const able = isSecureContext && "serviceWorker" in navigator && "caches" in window;

let offer = null;
let edition = null;

/** A piece of the page: its tag, what it has, and what stands in it. */
function make(tag, has, ...inside) {
  const made = Object.assign(document.createElement(tag), has);
  made.append(...inside);
  return made;
}

const count = (number, one, many) => `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;

function day(iso) {
  return new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

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
    notice.textContent = edition ? "" : "There is nothing to keep, or the site cannot be reached.";
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
  const words = edition && await Kept.words(edition);
  find("lookup").hidden = !words;
  if (words) {
    find("holds").textContent = `In ${edition.about.title} of ${edition.about.day}.`;
    await answer();
  }
}

async function keepIt() {
  keepButton.hidden = removeButton.hidden = true;
  progress.hidden = false;
  notice.textContent = "";
  state.textContent = `Fetching the ${offer.title} of ${offer.day}. You may leave this page and fetch the rest later.`;
  let trouble = "";
  try {
    const ready = new Promise((_, fail) => {
      setTimeout(fail, 30_000, new Error("this browser did not start the part that serves kept pages"));
    });
    await Promise.race([navigator.serviceWorker.ready, ready]);
    await keep(offer, (done, of) => {
      bar.max = of;
      bar.value = done;
      find("done").textContent = `${done} of ${of}`;
    });
  } catch (error) {
    trouble = error.name === "QuotaExceededError" ? "This browser has no more room for it."
      : `It could not be fetched whole: ${error.message}.`;
  }
  progress.hidden = true;
  await show();
  if (trouble) notice.textContent = trouble;
  (keepButton.hidden ? removeButton : keepButton).focus();
}

async function removeIt() {
  await Kept.forget();
  offer ??= await offered();
  await show();
  keepButton.focus();
}

/** Look up what is in the box: a number first, else words. */
async function answer() {
  const typed = find("find").value.trim();
  const list = find("found");
  const said = find("said");
  list.replaceChildren();
  said.textContent = "";
  const words = typed && edition && await Kept.words(edition);
  if (!words) return;
  const rules = words.numbers(typed);
  const { total, hits } = rules.length ? { total: rules.length, hits: rules.slice(0, Lookup.MOST) } : words.search(typed);
  list.replaceChildren(...hits.map(rules.length ? shownRule : shownHit));
  if (!total) said.textContent = `Nothing found for “${typed}”.`;
  else if (total > hits.length) said.textContent = `The ${rules.length ? "first" : "best"} ${hits.length} of ${total.toLocaleString("en-GB")}.`;
  else said.textContent = count(total, "result", "results");
}

function head(entry, title) {
  const number = entry.number ? [make("span", { className: "nr" }, entry.number), " "] : [];
  return make("h3", {}, make("a", { href: entry.url }, ...number, title));
}

/** A rule that was asked for by its number: all of it; one whose number goes on: in one line or two. */
function shownRule(rule) {
  const title = rule.title || (rule.exact ? rule.heading : "");
  const item = make("li", { className: rule.exact ? "hit exact" : "hit" }, head(rule, title));
  for (const text of rule.text.split("\n").filter(Boolean)) item.append(make("p", {}, text));
  if (rule.exact) item.append(...rule.examples.map((text) => make("p", { className: "example" }, text)));
  return item;
}

function shownHit(hit) {
  const excerpt = hit.pieces.map(({ text, marked }) => (marked ? make("mark", {}, text) : text));
  const kind = hit.kind === "term" ? [make("p", { className: "aside" }, "Glossary")] : [];
  return make("li", { className: "hit" }, head(hit, hit.title || hit.heading), make("p", {}, ...excerpt), ...kind);
}

function titleOf(html) {
  return new DOMParser().parseFromString(html.slice(0, html.indexOf("</title>")), "text/html").title;
}

/** The pages that were read and can be opened again, newest first. */
async function listVisited() {
  const pages = [];
  for (const name of (await caches.keys()).filter((one) => one.startsWith("visited-"))) {
    const store = await caches.open(name);
    for (const request of await store.keys()) {
      const title = titleOf(await (await store.match(request)).text());
      if (title && new URL(request.url).pathname !== "/offline/") pages.unshift([request.url, title]);
    }
  }
  find("visited").hidden = !pages.length;
  find("pages").replaceChildren(...pages.map(([href, title]) => make("li", {}, make("a", { href }, title))));
}

async function start() {
  const asked = new URLSearchParams(location.search).get("q") ?? "";
  if (location.pathname !== find("offline").dataset.address) {
    find("instead").hidden = false;
    find("instead").textContent = location.pathname === "/search/" && asked
      ? "There is no connection, so the search is done in what is kept."
      : `There is no connection, and ${location.pathname} is not kept in this browser.`;
  }
  if (!able) {
    state.textContent = isSecureContext
      ? "This browser keeps no pages for reading offline; a private window often does not."
      : "Pages can be kept only over a secure connection: open this site by an address that begins with https.";
    return;
  }
  find("find").value = asked;
  keepButton.addEventListener("click", keepIt);
  removeButton.addEventListener("click", removeIt);
  find("find").addEventListener("input", answer);
  find("find").form.addEventListener("submit", (event) => { event.preventDefault(); answer(); });
  await show();
  if (asked) find("lookup").scrollIntoView();
  await listVisited();
  offer = await offered();
  await show();
}

start().catch((error) => { state.textContent = `What is kept cannot be read: ${error.message}.`; });
