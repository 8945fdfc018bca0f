// The arrow keys go from move to move; without this the links beside each move do.

const moves = [...document.querySelectorAll(".move")];

function current() {
  const target = location.hash ? moves.findIndex((move) => move.id === decodeURIComponent(location.hash.slice(1))) : -1;
  if (target >= 0) return target;
  return moves.filter((move) => move.getBoundingClientRect().top < innerHeight / 3).length - 1;
}

document.addEventListener("keydown", (event) => {
  if (!moves.length || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, pre, .scroll")) return;
  const next = current() + (event.key === "ArrowRight" ? 1 : -1);
  if (next < 0 || next >= moves.length) return;
  event.preventDefault();
  location.hash = moves[next].id;
  moves[next].focus({ preventScroll: true });
});

// What went wrong is read first.
document.querySelector(".trouble")?.focus();
if (!document.querySelector(".trouble")) document.querySelector(".tried")?.scrollIntoView();
