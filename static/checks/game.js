// A game is stepped through: of its moves the page shows one, and the address names it.
// The page has every move in it; without this they stand below one another.

const plays = [...document.querySelectorAll(".play")].filter((play) => play.querySelector(".steer")).map(player);

function player(play) {
  const moves = [...play.querySelectorAll(".move")];
  const links = [...play.querySelectorAll(".jump a")];
  const buttons = [...play.querySelectorAll("[data-go]")];
  const name = (number) => moves[number].querySelector(".sentence").id;
  const last = moves.length - 1;
  let now = 0;

  function show(number) {
    now = number;
    moves.forEach((move, each) => move.classList.toggle("now", each === now));
    links.forEach((link, each) => (each === now ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
    for (const button of buttons) {
      const over = ["first", "previous"].includes(button.dataset.go) ? now === 0 : now === last;
      button.setAttribute("aria-disabled", String(over)); // not disabled: the focus stays on it
    }
    play.querySelector(".at b").textContent = now;
  }

  function step(number, remember = "replaceState") {
    if (number < 0 || number > last || number === now) return;
    show(number);
    const place = number ? `${number} of ${last}` : "Start";
    play.querySelector("[role=status]").textContent = `${place}: ${moves[number].querySelector(".said").textContent}`;
    history[remember](null, "", `#${name(number)}`);
  }

  const ways = { first: () => 0, previous: () => now - 1, next: () => now + 1, last: () => last };
  for (const button of buttons) button.addEventListener("click", () => step(ways[button.dataset.go]()));
  // A jump is kept for the Back button, a step is not.
  links.forEach((link, number) => link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(number, "pushState");
  }));
  show(0);
  return { play, find: (id) => moves.findIndex((_, number) => name(number) === id), show, go: (way) => step(ways[way]()) };
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
