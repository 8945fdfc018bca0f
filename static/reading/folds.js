// What an address names is seen: the fold around it opens, and so do the rules of a keyword. Paper shows all.

function unfold() {
  const target = document.querySelector(":target");
  const below = target?.nextElementSibling;
  if (below?.matches(".fold")) below.open = true;
  if (target?.matches(".moment.small")) target.querySelector("details").open = true;
  const around = target?.closest("details:not([open])");
  if (!around) return;
  around.open = true;
  target.scrollIntoView();
}

unfold();
addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  const shut = document.querySelectorAll(":is(.fold, .known):not([open])");
  for (const fold of shut) fold.open = true;
  addEventListener("afterprint", () => { for (const fold of shut) fold.open = false; }, { once: true });
});
