// Links that answer in place: under pointer or focus, or at the first tap. Cards in cards: the open ones are a stack.

const LINKS = ".ref, .term, .attribution, .citing a, .elsewhere a, .law a, .laws a, .illustrates a, .numbers a, .incard a";
const ADDRESS = /^\/(?!rules|sources|games)[\w-]+\/(\d{4}-\d\d-\d\d\/)?([A-Z\d][\w.~%]*|glossary\/[^/]+)\/$|^\/cards\/[^/]+\/$/;
const WAIT = 150;
const WAIT_FOR_KEYS = 300; // not to hold up who tabs along
const GRACE = 300;
const DEEPEST_BY_KEYS = 2; // Tab must come out
const EDGE = 8;

const open = []; // each { link, card, by, title }
const fetched = new Map();
const told = document.createElement("p");
const hints = { keys: " Tab goes into the card, Escape closes it.", touch: " Another tap follows the link." };
let coming, planned, leaving, quiet;
let tapped; // the link of the last tap: a second one follows it
let pointer = {};
let going = false; // the browser is on its way back over the entries of closed sheets
let after = ""; // where it goes then

/** The link at a place, if a card can answer it. */
function answerable(place) {
  const link = place.closest?.("a[href]");
  if (!link?.matches(LINKS) || link.matches(".incard-open")) return null;
  if (link.origin !== location.origin || !ADDRESS.test(link.pathname)) return null;
  const around = link.closest(".incard")?.dataset.path;
  const here = around ?? link.closest(".provision")?.querySelector(".number > a")?.pathname ?? location.pathname;
  return link.pathname === here ? null : link;
}

function fetchCard(path) {
  if (!fetched.has(path)) {
    const answer = fetch(`${path}card/`).then((found) => (found.ok ? found.text() : ""));
    fetched.set(path, answer.catch(() => fetched.delete(path) && ""));
  }
  return fetched.get(path);
}

/** How many of the open cards hold a place. */
function depth(place) {
  return open.findLastIndex((one) => one.card.contains(place) || one.link.contains(place)) + 1;
}

/** Give each open sheet an entry in the browser's history, so that Back closes it, and take back those of closed ones. */
function settle() {
  const at = history.state?.sheet ?? 0;
  const sheets = open.filter(({ card }) => card.matches(".sheet")).length;
  if (going || sheets === at) return;
  history.scrollRestoration = "manual"; // what lies under a sheet stays where it is
  if (sheets > at) history.pushState({ ...history.state, sheet: at + 1 }, "");
  else {
    going = true;
    history.go(sheets - at);
  }
}

function arrive() {
  const at = history.state?.sheet ?? 0;
  const first = open.findIndex(({ card }) => card.matches(".sheet"));
  const arrived = going;
  going = false;
  if (!at) history.scrollRestoration = "auto";
  if (after) {
    const href = after;
    after = "";
    setTimeout(() => location.assign(href)); // once the browser has noted where the page is scrolled to
    return;
  }
  if (!arrived && first >= 0) close(first + at);
  settle();
}

/** Follow a link from a sheet, or while one closes, as from the page below it. */
function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (event.defaultPrevented || !link || !(going || history.state?.sheet)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target || link.download) return;
  event.preventDefault();
  after = link.href;
  close();
}

function close(from = 0) {
  for (const { link, card, title } of open.splice(from)) {
    if (title) link.title = title;
    if (link === tapped) tapped = null;
    if (card.contains(document.activeElement)) {
      quiet = link;
      link.focus({ preventScroll: true });
    }
    card.remove();
  }
  if (!open.length) told.textContent = "";
  settle();
}

function dismiss(at) {
  quiet = open[at].link;
  close(at);
}

function place({ link, card, by }) {
  if (card.classList.toggle("sheet", by === "touch" && innerWidth < 640)) return;
  card.style.maxHeight = "";
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const lines = [...link.getClientRects()];
  const line = lines.find(({ bottom }) => by === "mouse" && pointer.y <= bottom) ?? lines[0];
  const [above, below] = [line.top - 2 * EDGE, height - line.bottom - 2 * EDGE];
  const under = card.offsetHeight <= below || below >= above;
  if (card.offsetHeight > Math.max(above, below)) card.style.maxHeight = `${Math.max(above, below)}px`;
  const top = under ? line.bottom + EDGE : line.top - EDGE - card.offsetHeight;
  const within = (at, room) => Math.max(EDGE, Math.min(at, room - EDGE));
  card.style.top = `${scrollY + within(top, height - card.offsetHeight)}px`;
  card.style.left = `${scrollX + within(line.left - 2 * EDGE, width - card.offsetWidth)}px`;
}

async function show(link, by) {
  const asked = coming;
  const html = await fetchCard(link.pathname);
  if (asked !== coming || !link.isConnected) return;
  coming = null;
  if (!html && by === "touch") location.assign(link.href);
  if (!html) return;
  close(depth(link));
  const made = document.createElement("template");
  made.innerHTML = html;
  const card = made.content.firstElementChild;
  const one = { link, card, by, title: link.title };
  open.push(one);
  link.removeAttribute("title"); // the browser's own hint would cover it
  link.after(card);
  card.dataset.by = by;
  card.tabIndex = -1; // what a press on its words (in Safari, its links) gives the focus to
  card.popover = "manual";
  card.showPopover();
  place(one);
  settle();
  const words = card.querySelector(".incard-text, .incard-lines")?.innerText.slice(0, 160) ?? "";
  if (by === "mouse") return;
  told.textContent = `Card: ${card.querySelector(".incard-name").innerText}. ${words}${hints[by]}`;
  hints[by] = "";
}

function plan(link, by, wait) {
  clearTimeout(coming);
  const wanted = link && link !== quiet && !open.some((one) => one.link === link);
  coming = wanted ? setTimeout(() => show(link, by), wait) : null;
  planned = by;
}

function hover({ target, pointerType, clientY }) {
  if (pointerType === "touch") return;
  pointer = { y: clientY };
  const link = answerable(target);
  if (link !== quiet) quiet = null;
  if (!coming || planned === "mouse") plan(link, "mouse", WAIT); // a page that scrolls moves under a still pointer
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    const keep = depth(target);
    const left = ({ by, card }, at) => at >= keep && by === "mouse" && !card.contains(document.activeElement);
    const from = open.findIndex(left);
    if (from >= 0) close(from);
  }, GRACE);
}

function focus({ target }) {
  if (target.closest("dialog")) return;
  const keep = depth(target);
  close(keep);
  const link = target.matches(":focus-visible") && keep < DEEPEST_BY_KEYS ? answerable(target) : null;
  if (link !== quiet) quiet = null;
  plan(link, "keys", WAIT_FOR_KEYS);
}

function click(event) {
  const shut = event.target.closest(".incard-close");
  if (shut) dismiss(open.findIndex(({ card }) => card === shut.closest(".incard")));
  if (shut || pointer.type !== "touch" || !event.detail) return;
  const link = answerable(event.target);
  const again = link === tapped || open.some((one) => one.link === link);
  tapped = link;
  if (again || !link) return;
  event.preventDefault();
  quiet = null;
  plan(link, "touch");
}

function escape(event) {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  plan(null);
  if (!open.length) return;
  event.preventDefault();
  event.stopPropagation();
  dismiss(open.length - 1);
}

if ("popover" in told) {
  told.className = "vh";
  told.role = "status";
  document.querySelector("main").append(told);
  addEventListener("pointerover", hover);
  addEventListener("focusin", focus);
  addEventListener("pointerdown", ({ pointerType: type, clientY: y }) => { pointer = { y, type }; });
  addEventListener("pointerup", ({ target }) => {
    plan(null);
    close(depth(target));
  });
  addEventListener("click", click);
  addEventListener("click", follow);
  addEventListener("popstate", arrive);
  addEventListener("keydown", escape, true);
  addEventListener("resize", () => { open.forEach(place); settle(); });
  addEventListener("pagehide", () => {
    going = true; // the page is left with the entry that it has
    close(plan(null));
    going = false;
  });
  addEventListener("pageshow", settle);
}
