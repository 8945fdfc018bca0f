// The service worker: pages come from the network, and from what is kept when it fails or is slow. `RELEASE` and the
// scripts it uses come before this one, see the view of /sw.js.
"use strict";

const SHELL = `shell-${RELEASE.build}`;
const VISITED = `visited-${RELEASE.build}`;
const MOST_VISITED = 60;
const PATIENCE = 4000; // milliseconds until a kept copy is preferred to waiting
const NEVER = /^\/(admin|api|search|cite|games\/try)(\/|$)/;
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
  else if (url.pathname === "/api/typeahead") event.respondWith(fetch(request).catch(() => offers(url)));
  else if (url.pathname.endsWith("/card/")) event.respondWith(fetch(request).catch(() => card(url)));
});

async function install() {
  const shell = await caches.open(SHELL);
  await shell.addAll([RELEASE.page, ...RELEASE.assets].map((url) => new Request(url, { credentials: "omit" })));
  await skipWaiting();
}

/** Drop what belongs to earlier releases, and keep the pages that were opened before there was a worker. */
async function activate() {
  for (const name of await caches.keys()) {
    if (/^(shell|visited)-/.test(name) && name !== SHELL && name !== VISITED) await caches.delete(name);
  }
  await clients.claim();
  for (const client of await clients.matchAll({ type: "window" })) {
    await fetch(client.url).then((answer) => remember(client.url, answer)).catch(() => {});
  }
}

/** Static files never change under their names. */
async function asset(request) {
  return (await caches.match(request.url, LOOSE)) ?? fetch(request);
}

async function page(event, url) {
  const network = ask(event);
  event.waitUntil(network);
  const slow = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  return (await Promise.race([network, slow])) ?? (await copy(url)) ?? (await network) ?? about();
}

/** The network's answer, null if there is none: no connection, or nobody at home behind a gateway. */
async function ask(event) {
  try {
    const answer = await fetch(event.request);
    if ([502, 503, 504].includes(answer.status)) return null;
    event.waitUntil(remember(event.request.url, answer.clone()));
    return answer;
  } catch {
    return null;
  }
}

/** Keep a page that was read, if it is a public one; the oldest make room. */
async function remember(address, answer) {
  const url = new URL(address);
  url.hash = "";
  const page = answer.status === 200 && answer.headers.get("Content-Type")?.startsWith("text/html");
  const own = /private|no-store/.test(answer.headers.get("Cache-Control") ?? "");
  if (!page || own || NEVER.test(url.pathname)) return;
  const html = await answer.text();
  if (html.includes('href="/admin/')) return; // made for a maintainer
  const visited = await caches.open(VISITED);
  await visited.put(url.href, new Response(html, { headers: answer.headers }));
  const kept = await visited.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_VISITED))) await visited.delete(old);
}

/** A kept copy: of the kept edition, as it was visited, or the page of the kept edition that has what is asked for. */
async function copy(url) {
  const edition = await Kept.best();
  const said = edition && `You are reading the kept copy of the ${edition.about.short} of ${edition.about.date}.`;
  const own = await edition?.store.match(url.pathname, LOOSE);
  if (own) return signed(own, said);
  const visited = await (await caches.open(VISITED)).match(url.href.split("#")[0], LOOSE);
  if (visited) return signed(visited, `You are reading this page as it was on ${day(visited)}.`);
  const around = edition && await edition.store.match(await surrounding(edition, url.pathname), LOOSE);
  return around && signed(around, said);
}

/** The page of the kept edition on which a rule or a term stands, "" if there is none. */
async function surrounding(edition, path) {
  const found = await named(edition, path);
  return found ? `/${edition.about.edition}/${found.section || found.key}/` : "";
}

/** The provision or term of the kept edition that an address names. */
async function named(edition, path) {
  const words = await Kept.words(edition);
  const [document, ...parts] = decodeURIComponent(path).split("/").filter(Boolean);
  if (!words || document !== edition.about.document) return undefined;
  if (parts[0] === edition.about.date) parts.shift();
  if (parts.length === 2 && parts[0] === "glossary") return words.term(parts[1]);
  return parts.length === 1 ? words.rule(parts[0]) : undefined;
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
  return Response.json(words ? words.typeahead(typed, Number(url.searchParams.get("limit")) || 8) : []);
}

/** How the first rules under a heading begin. */
async function beginnings(edition, heading) {
  const under = (await Kept.words(edition)).numbers(heading.key).filter(({ exact, text }) => !exact && text);
  const opening = (text) => safe(text.split(" ").slice(0, 12).join(" "));
  return under.slice(0, 3).map(({ number, text }) => `<span class="nr">${number}</span> ${opening(text)} …`);
}

/** The card of a reference, from the kept edition: its words, without the links that the site finds in them. */
async function card(url) {
  const edition = await Kept.best();
  const found = edition && await named(edition, url.pathname.replace(/card\/$/, ""));
  if (!found) return Response.error();
  const name = safe(found.number || found.title);
  const book = `${safe(edition.about.short)}, ${safe(edition.about.day)}`;
  const title = (found.number && `<span class="nr">${name}</span> `) + safe(found.title || found.heading || "");
  const below = found.text ? [] : await beginnings(edition, found);
  const paragraphs = [...found.text.split("\n").filter(Boolean).map(safe), ...below].map((text) => `<p>${text}</p>`).join("");
  const html = `<div class="incard" role="dialog" aria-label="${name} (${book})">
<p class="incard-head"><strong class="incard-name">${title}</strong> <span class="incard-book">${book}</span></p>
<div class="incard-text">${paragraphs}</div>
<p class="incard-foot"><a class="incard-open" href="${safe(found.url)}">Open ${name}</a> <button type="button" class="incard-close js-only">Close</button></p>
</div>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A kept copy that says so: offline.js reads the sentence from the page's timing and shows it. */
function signed(answer, sentence) {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("Server-Timing", `kept;desc="${encodeURIComponent(sentence)}"`);
  return new Response(answer.body, { headers });
}

function safe(text) {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

function day(answer) {
  const when = new Date(answer.headers.get("Date") ?? Date.now());
  return when.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
