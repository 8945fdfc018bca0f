// Cards on the page about reading offline: keeping them when the reader asks, removing them, and showing what is found.

import { count, day, make } from "./pieces.js";

const find = (id) => document.getElementById(`cards-${id}`);
const asked = (url) => fetch(url, { credentials: "omit", cache: "no-store" }); // kept in one store, not in two
const AT_ONCE = 3;
const megabytes = (bytes) => `${bytes < 1e5 ? (bytes / 1e6).toFixed(2) : (bytes / 1e6).toFixed(1)} MB`;
const changes = "BroadcastChannel" in window ? new BroadcastChannel("kept-cards") : null;

let offer; // null where the site does not answer, false where it has no cards
let changed = () => {};

/** What the site offers; false while it holds no cards, null without an answer. */
async function offered() {
  try {
    const answer = await asked("/offline/cards.json");
    return answer.ok ? await answer.json() : answer.status === 404 ? false : null;
  } catch {
    return null;
  }
}

const size = ({ bytes, room }) => `${megabytes(bytes)} to fetch, ${megabytes(room)} in this browser`;

/** Show what is kept of the cards and what can be done about it; nothing where there are none to keep. */
async function show() {
  const stores = await KeptCards.all();
  const best = stores[0];
  const whole = best?.about.finished;
  const begun = stores.some(({ about }) => !about.finished && about.version === offer?.version);
  const current = whole && best.about.version === offer?.version;
  document.getElementById("cards").hidden = !offer && !best;
  find("state").textContent = whole
    ? `${count(best.about.cards, "card")} and ${count(best.about.rulings, "ruling")}, kept on ${day(best.about.finished)}: ${megabytes(best.about.room)}.`
    : best ? "Cards are kept in part." : "No cards are kept.";
  find("offer").textContent = !offer || current ? ""
    : `${whole ? "The site has other cards now. " : ""}${count(offer.cards, "card")} with ${count(offer.rulings, "ruling")}: ${size(offer)}.`;
  find("notice").textContent = "";
  find("keep").hidden = !offer || current;
  if (offer && !current) find("keep").textContent = begun ? "Go on with the cards" : whole ? `Bring the cards up to date (${megabytes(offer.bytes)})` : `Keep ${count(offer.cards, "card")} (${megabytes(offer.bytes)})`;
  find("remove").hidden = !best;
  await changed();
}

/** Fetch every part of the offer that is not there yet; what was kept before stays until all has arrived. */
async function fetchAll() {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  await KeptCards.forget((about) => about.finished || about.version === offer.version);
  const store = await KeptCards.open(offer.version);
  const before = (await KeptCards.all()).find(({ about }) => about.version === offer.version)?.about;
  const there = new Set((await store.keys()).map((request) => new URL(request.url).pathname));
  const waiting = offer.parts.filter((part) => !there.has(part));
  if (quota - usage < offer.room * (waiting.length / offer.parts.length)) {
    if (!before) await caches.delete(`cards-${offer.version}`);
    throw new Error(`this browser gives the site ${megabytes(Math.max(quota - usage, 0))} more, and the cards need ${megabytes(offer.room)}`);
  }
  await KeptCards.describe(store, before ?? { ...offer, started: new Date().toISOString() });
  const progress = () => {
    find("bar").max = offer.parts.length;
    find("bar").value = offer.parts.length - waiting.length;
    find("done").textContent = `${offer.parts.length - waiting.length} of ${offer.parts.length} parts`;
  };
  progress();
  const next = async () => {
    for (let part = waiting[0]; part; part = waiting[0]) {
      waiting.shift();
      const answer = await asked(part);
      if (!answer.ok) throw new Error(answer.status === 404 ? "the site has other cards now" : `${part} was answered with ${answer.status}`);
      await store.put(part, answer);
      progress();
    }
  };
  const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => next().catch((error) => {
    waiting.length = 0;
    throw error;
  })));
  const failed = all.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  if (!(await KeptCards.held(offer.version))) throw new Error("they were removed in another window");
  await KeptCards.describe(store, { ...offer, started: before?.started ?? "", finished: new Date().toISOString() });
  await KeptCards.forget((about) => about.version === offer.version);
}

async function keepThem() {
  find("keep").hidden = find("remove").hidden = true;
  find("progress").hidden = false;
  find("bar").removeAttribute("value");
  find("notice").textContent = "";
  find("state").textContent = "Fetching the cards. You may leave this page and fetch the rest later.";
  let trouble = "";
  try {
    navigator.storage?.persist?.().catch(() => {}); // not waited for: Firefox asks the reader, who may not answer
    await navigator.locks.request("keep-cards", fetchAll);
  } catch (error) {
    trouble = error.name === "QuotaExceededError" ? "This browser has no more room for the cards. What is kept besides is as it was."
      : `The cards could not be fetched whole: ${error.message}.`;
  }
  find("progress").hidden = true;
  offer = (await offered()) ?? offer;
  await show();
  if (trouble) find("notice").textContent = trouble;
  focusOn("keep", "remove");
  changes?.postMessage("kept");
}

async function removeThem() {
  await KeptCards.forget();
  await show();
  focusOn("keep");
  changes?.postMessage("removed");
}

function focusOn(...ids) {
  (ids.map(find).find((button) => !button.hidden) ?? document.getElementById("kept-title")).focus();
}

/** How many cards are kept, 0 for none. */
export async function cardsKept() {
  return (await KeptCards.whole())?.about.cards ?? 0;
}

/** The name of the card whose page an address is, "" where it is not kept. */
export async function cardAt(path) {
  const slug = /^\/cards\/([^/]+)\/(reading\/)?$/.exec(path)?.[1];
  const kept = slug && await KeptCards.whole();
  try {
    return (kept && KeptCards.bySlug(kept.list, decodeURIComponent(slug))?.name) ?? "";
  } catch {
    return ""; // an address that is written wrongly
  }
}

/** The cards that a text names, as items of a list, and how many: one so called, or the only one, with all its words. */
export async function foundCards(typed) {
  const kept = typed ? await KeptCards.whole() : null;
  if (!kept) return { items: [], text: "" };
  const { total, cards, near } = KeptCards.find(kept.list, typed);
  const items = await Promise.all(cards.map((card) => shown(kept, card, card.exact || total === 1)));
  const more = total > cards.length ? `, of which ${cards.length} are shown` : "";
  const text = total ? `${count(total, "card")}${near ? " with nearly this name" : ""}${more}` : "";
  return { kept: true, items, text, exact: Boolean(cards[0]?.exact) };
}

/** A card in a list: its name, and with `open` its faces and rulings. */
async function shown(kept, card, open) {
  const item = make("li", { className: open ? "hit exact card-hit" : "hit card-hit" }, make("h3", {}, make("a", { href: card.url }, card.name), " ", make("span", { className: "aside" }, "card")));
  const told = open && await KeptCards.text(kept, card);
  if (!told) return item;
  const words = (text, className = "") => text.split("\n").filter(Boolean).map((line) => make("p", { className, innerHTML: KeptCards.html(kept, line) }));
  for (const face of told.faces) {
    const name = told.faces.length > 1 ? [make("strong", {}, face.name), " "] : [];
    const cost = make("span", { innerHTML: KeptCards.html(kept, face.cost) });
    item.append(make("p", { className: "card-line" }, ...name, cost, " ", face.line, face.size && ` ${face.size}`), ...words(face.text));
  }
  item.append(make("h4", {}, told.rulings.length ? count(told.rulings.length, "ruling") : "No rulings are kept for it"));
  for (const ruling of told.rulings) item.append(make("p", { className: "aside" }, make("time", { dateTime: ruling.day }, day(ruling.day))), ...words(ruling.text));
  return item;
}

/** Show what there is, ask the site what it has, and call `then` whenever something changes. */
export async function startCards(then) {
  changed = then;
  find("keep").addEventListener("click", keepThem);
  find("remove").addEventListener("click", removeThem);
  const ask = async () => {
    offer = await offered();
    if (find("progress").hidden) await show();
  };
  changes?.addEventListener("message", () => (find("progress").hidden ? show() : null));
  addEventListener("online", ask);
  await ask();
}
