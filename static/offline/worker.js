// The service worker: pages come from the network, and from what is kept when it fails or is slow. `RELEASE` and the
// scripts it uses come before this one, see the view of /sw.js.
"use strict";

const SHELL = `shell-${RELEASE.build}`;
const VISITED = `visited-${RELEASE.build}`;
const MOST_VISITED = 60;
const PATIENCE = 4000; // milliseconds until a kept copy is preferred to waiting
const NEVER = /^\/(admin|api|search|cite|games\/try|offline)(\/|$)/;
const STATIC = /^\/static\/.+\.[0-9a-f]{12}\./;
const LOOSE = { ignoreVary: true };

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/admin/")) return;
  if (STATIC.test(url.pathname)) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname === "/api/v1/typeahead") event.respondWith(heard(request).then((answer) => answer ?? offers(url)));
  else if (url.pathname.endsWith("/card/")) event.respondWith(heard(request).then((answer) => answer ?? card(url)));
});

async function install() {
  const shell = await caches.open(SHELL);
  await shell.addAll([RELEASE.page, ...RELEASE.assets].map((url) => new Request(url, { credentials: "omit" })));
  await skipWaiting();
}

/** Drop all but the last release's, whose pages may still be open; then keep what was opened before this worker. */
async function activate() {
  const names = await caches.keys();
  for (const kind of ["shell-", "visited-"]) {
    const earlier = names.filter((name) => name.startsWith(kind) && name !== SHELL && name !== VISITED);
    for (const name of earlier.slice(0, -1)) await caches.delete(name);
  }
  await clients.claim();
  readOpen().catch(() => {}); // not waited for: until this function ends no page is answered
}

/** Keep the pages that are open. */
async function readOpen() {
  for (const { url } of await clients.matchAll({ type: "window" })) {
    if (!NEVER.test(new URL(url).pathname)) await fetch(url).then((answer) => remember(url, answer)).catch(() => {});
  }
}

/** Static files never change under their names. */
async function asset(request) {
  return (await caches.match(request.url, LOOSE)) ?? fetch(request);
}

async function page(event, url) {
  const network = heard(event.request);
  event.waitUntil(network.then((answer) => answer && remember(url.href, answer.clone())).catch(() => {}));
  const slow = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  const first = await Promise.race([network, slow]);
  if (first) return first;
  const why = first === null ? "Offline." : "The site is slow to answer.";
  return (await copy(url, why)) ?? (await network) ?? about();
}

/** The network's answer, null if there is none: no connection, or nobody at home behind a gateway. */
async function heard(request) {
  const answer = await fetch(request).catch(() => null);
  return answer && [502, 503, 504].includes(answer.status) ? null : answer;
}

/** The stores of visited pages, the newest last. */
async function visits() {
  const earlier = (await caches.keys()).filter((name) => name.startsWith("visited-") && name !== VISITED);
  return Promise.all([...earlier, VISITED].map((name) => caches.open(name)));
}

/** The address under which a visited page is kept: without its fragment, and without what was typed to find it. */
function plain(address) {
  const url = new URL(address);
  url.hash = "";
  if (url.searchParams.has("asked")) url.searchParams.delete("asked");
  return url.href;
}

/** Keep a page that was read, if it is a public one, and drop one that is gone; the oldest make room. */
async function remember(address, answer) {
  const page = answer.status === 200 && answer.headers.get("Content-Type")?.startsWith("text/html");
  const gone = [404, 410].includes(answer.status);
  const own = /private|no-store/.test(answer.headers.get("Cache-Control") ?? "");
  if (!(page || gone) || own || NEVER.test(new URL(address).pathname)) return;
  const html = await answer.text();
  if (html.includes('href="/admin/')) return; // made for a maintainer
  const stores = await visits();
  for (const store of stores) await store.delete(plain(address), LOOSE);
  if (gone) return;
  await stores.at(-1).put(plain(address), new Response(html, { headers: answer.headers }));
  let kept = 0;
  for (const store of stores.reverse()) {
    const pages = await store.keys();
    for (const old of pages.slice(0, Math.max(0, kept + pages.length - MOST_VISITED))) await store.delete(old, LOOSE);
    kept += pages.length;
  }
}

/** A kept copy: of the kept edition, as it was visited, or the page of the kept edition that has what is asked for. */
async function copy(url, why) {
  if (url.pathname === RELEASE.page) return about();
  const path = url.pathname.replace(/\/*$/, "/");
  const edition = await Kept.best();
  const said = edition && `${why} You are reading the kept copy of the ${edition.about.short} of ${edition.about.date}.`;
  const own = await edition?.store.match(path, LOOSE);
  if (own) return signed(own, said);
  for (const store of [...(await visits()).reverse(), await caches.open("bookmarks")]) {
    const visited = await store.match(plain(url.href), LOOSE);
    if (visited) return signed(visited, `${why} You are reading this page as it was on ${day(visited)}.`);
  }
  const found = edition && await named(edition, path);
  const around = found && await edition.store.match(`/${edition.about.edition}/${found.section || found.key}/`, LOOSE);
  return around && signed(around, said, found.key);
}

/** The provision or term of the kept edition that an address names. */
async function named(edition, path) {
  const words = await Kept.words(edition);
  const [document, ...parts] = read(path).split("/").filter(Boolean);
  if (!words || document !== edition.about.document) return undefined;
  if (parts[0] === edition.about.date) parts.shift();
  if (parts.length === 2 && parts[0] === "glossary") return words.term(parts[1]);
  return parts.length === 1 ? words.rule(parts[0]) : undefined;
}

/** An address as it is written, "" for one that is written wrongly. */
function read(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

/** The page about reading offline, in place of one that is not kept; a search is done there. */
async function about() {
  const shell = await caches.open(SHELL);
  return (await shell.match(RELEASE.page, LOOSE)) ?? Response.error();
}

/** What the search box offers, from the kept edition. */
async function offers(url) {
  const edition = await Kept.best();
  const words = edition && await Kept.words(edition);
  const typed = url.searchParams.get("q") ?? "";
  const limit = Number(url.searchParams.get("limit")) || 8;
  const lines = words ? words.typeahead(typed, limit) : [];
  const kept = lines.length < limit ? await KeptCards.whole() : null;
  const cards = kept ? KeptCards.find(kept.list, typed).cards.slice(0, limit - lines.length) : [];
  lines.push(...cards.map(({ name, url: page }) => ({ kind: "card", text: name, title: "", edition: "", url: page, now: "" })));
  return new Response(JSON.stringify(lines), { headers: { "Content-Type": "application/json" } });
}

/** How the first rules under a heading begin. */
function beginnings(words, heading) {
  const under = words.numbers(heading.key).filter(({ exact, text }) => !exact && text);
  const opening = (text) => words.html(text.split(" ").slice(0, 12).join(" "));
  return under.slice(0, 3).map(({ number, text }) => `<span class="nr">${number}</span> ${opening(text)} …`);
}

/** The preview of a card, from the kept cards. */
async function cardPreview(slug) {
  const kept = await KeptCards.whole();
  const found = kept && KeptCards.bySlug(kept.list, slug);
  const told = found && await KeptCards.text(kept, found);
  if (!told) return Response.error();
  const name = Lookup.safe(found.name);
  const words = told.faces.flatMap((face) => {
    const called = told.faces.length > 1 ? [face.name] : [];
    return [[...called, face.cost, face.line, face.size].filter(Boolean).join(" "), ...face.text.split("\n")].filter(Boolean);
  });
  return shownCard(name, name, "Card", words.map((text) => KeptCards.html(kept, text)), found.url, told.rulings.length);
}

/** The card of a reference, from the kept edition: its words, without the links that the site finds in them. */
async function card(url) {
  const slug = /^\/cards\/([^/]+)\/card\/$/.exec(read(url.pathname))?.[1];
  if (slug) return cardPreview(slug);
  const edition = await Kept.best();
  const found = edition && await named(edition, url.pathname.replace(/card\/$/, ""));
  if (!found) return Response.error();
  const words = await Kept.words(edition);
  const safe = Lookup.safe;
  const name = safe(found.number || found.title);
  const book = `${safe(edition.about.short)}, ${safe(edition.about.day)}`;
  const title = (found.number && `<span class="nr">${name}</span> `) + words.html(found.title || found.heading || "");
  const below = found.text ? [] : beginnings(words, found);
  const told = found.text.split("\n").filter(Boolean).map((text) => words.html(text));
  return shownCard(name, title, book, [...told, ...below], safe(found.url));
}

/** A preview as the site makes it; all of it is HTML already. */
function shownCard(name, title, book, paragraphs, url, rulings = 0) {
  const known = rulings ? `<p class="incard-known"><span>${rulings} ruling${rulings === 1 ? "" : "s"}</span></p>` : "";
  const html = `<div class="incard" role="dialog" aria-label="${name} (${book})">
<p class="incard-head"><strong class="incard-name">${title}</strong> <span class="incard-book">${book}</span></p>
<div class="incard-text">${paragraphs.map((text) => `<p>${text}</p>`).join("")}</div>${known}
<p class="incard-foot"><a class="incard-open" href="${url}">Open ${name}</a> <button type="button" class="incard-close js-only">Close</button></p>
</div>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A kept copy that says so: offline.js reads the sentence, and where on it the rule is, from the page's timing. */
function signed(answer, sentence, place = "") {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("Server-Timing", `kept;desc="${encodeURIComponent(sentence)}", place;desc="${encodeURIComponent(place)}"`);
  return new Response(answer.body, { headers });
}

function day(answer) {
  const when = new Date(answer.headers.get("Date") ?? Date.now());
  return when.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
