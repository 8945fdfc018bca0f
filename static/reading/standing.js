// The strip of a page that is not in force names the rule in view.

const strip = document.querySelector(".standing[data-moves]");
const { moves, here, today } = strip.dataset;
const moved = new Map(moves.split(" ").map((move) => move.split("=")));
const own = strip.firstElementChild;

function look() {
  const rule = document.querySelector(":target")?.closest(".provision[id]:not(.current)");
  strip.replaceChildren(own);
  if (!rule) return;
  const line = own.cloneNode(true);
  const { id } = rule;
  const now = moved.get(id) ?? id;
  const link = document.createElement("a");
  link.href = now ? `${today}${now}/#${now}` : `${here}${id}/#${id}`;
  link.textContent = `${now || "see what became of it"} →`;
  line.querySelector(".subject").textContent = id;
  line.querySelector(".now").replaceChildren("Today: ", link);
  line.querySelector(".reused")?.remove();
  strip.replaceChildren(line);
}

look();
addEventListener("hashchange", look);
