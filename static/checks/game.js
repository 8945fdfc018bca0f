// A game is stepped through, event by event: the page shows one move, its events so far, and the table. The table before
// the move stands until the move's last event; then the one after it. The address names the event.
// The page has every move in it; without this they stand below one another.

const plays = [...document.querySelectorAll(".play")].filter((play) => play.querySelector(".steer")).map(player);

function player(play) {
  const moves = [...play.querySelectorAll(".move")];
  const links = [...play.querySelectorAll(".jump a")];
  const buttons = [...play.querySelectorAll("[data-go]")];
  const sentences = moves.map((move) => move.querySelector(".sentence"));
  const lines = moves.map((move) => [...move.querySelectorAll(".steps > li")]);
  // Each place to stop at: the move, and the event of it; the beginning and a move without events have none.
  const stops = moves.flatMap((_, move) => {
    const steps = move ? lines[move].filter((line) => line.classList.contains("step")) : [];
    return steps.length ? steps.map((step, nth) => ({ move, step, over: nth === steps.length - 1 })) : [{ move, over: true }];
  });
  const name = ({ move, step }) => (step ?? sentences[move]).id;
  const last = stops.length - 1;
  let now = 0;

  function show(number) {
    now = number;
    const { move, step, over } = stops[now];
    moves.forEach((each, nth) => {
      each.classList.toggle("now", nth === move);
      each.classList.toggle("on-table", nth === (over ? move : move - 1));
      each.classList.toggle("still-lies", !over && nth === move - 1);
    });
    const here = step ? lines[move].indexOf(step) : lines[move].length;
    lines[move].forEach((line, nth) => {
      line.classList.toggle("here", line === step);
      const next = line.classList.contains("when") ? nth + 1 : nth; // a time stands with the event after it
      line.classList.toggle("later", next > here);
    });
    links.forEach((link, nth) => (nth === move ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
    for (const button of buttons) {
      const end = ["first", "previous"].includes(button.dataset.go) ? now === 0 : now === last;
      button.setAttribute("aria-disabled", String(end)); // not disabled: the focus stays on it
    }
    play.querySelector(".at b").textContent = now;
    const list = step?.parentElement;
    if (list && list.scrollHeight > list.clientHeight) list.scrollTop = step.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function said({ move, step }, before) {
    const sentence = sentences[move].querySelector(".said").textContent;
    const event = step?.querySelector(".what").textContent;
    return !event ? sentence : stops[before]?.move === move ? event : `${sentence}: ${event}`;
  }

  function step(number, remember = "replaceState") {
    if (number < 0 || number > last || number === now) return;
    const before = now;
    show(number);
    const place = number ? `${number} of ${last}` : "Start";
    play.querySelector("[role=status]").textContent = `${place}: ${said(stops[number], before)}`;
    history[remember](null, "", `#${name(stops[number])}`);
  }

  const ways = { first: () => 0, previous: () => now - 1, next: () => now + 1, last: () => last };
  for (const button of buttons) button.addEventListener("click", () => step(ways[button.dataset.go]()));
  // A jump is kept for the Back button, a step is not.
  links.forEach((link, move) => link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(stops.findIndex((stop) => stop.move === move), "pushState");
  }));
  show(0);
  const find = (id) => stops.findIndex((stop) => name(stop) === id || sentences[stop.move].id === id);
  return { play, find, show, go: (way) => step(ways[way]()) };
}

function follow() {
  const id = location.hash.slice(1);
  for (const each of plays) {
    const number = each.find(id);
    if (number >= 0) each.show(number);
    else if (!id) each.show(0);
  }
}

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const ELSEWHERE = "input, textarea, select, pre, dialog, .scroll, [contenteditable]";

document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest?.(ELSEWHERE) || document.querySelector("dialog[open]")) return;
  const within = plays.find(({ play }) => play.contains(event.target));
  // Home and End belong to the page until the reader is in the game.
  const meant = within ?? (event.key.startsWith("Arrow") ? plays.find(({ play }) => play.getBoundingClientRect().bottom > 0) : null);
  if (!meant) return;
  event.preventDefault();
  if (!within) meant.play.focus({ preventScroll: true });
  meant.go(way);
});

addEventListener("popstate", follow);
addEventListener("hashchange", follow);
follow();

// Of a scenario that was tried, what went wrong is read first, else what came out.
const trouble = document.querySelector(".trouble");
if (trouble) trouble.focus();
else if (!location.hash) document.querySelector(".tried")?.scrollIntoView();
