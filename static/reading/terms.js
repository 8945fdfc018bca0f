// The filter of the list of terms, as one types; without scripts the form asks the site.

const form = document.querySelector(".terms-filter");
const rows = [...document.querySelectorAll(".terms > div, .former li")];
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[“”"‘’']/g, "").toLowerCase();
const names = new Map(rows.map((row) => [row, plain((row.querySelector("dt > a") ?? row).textContent)]));

form?.elements.q.addEventListener("input", ({ target }) => {
  const wanted = plain(target.value.trim());
  for (const row of rows) row.hidden = !names.get(row).includes(wanted);
  for (const letter of document.querySelectorAll(".letter, .former")) {
    if (wanted) letter.querySelector("details").open = true;
    letter.hidden = !letter.querySelector(":is(dl > div, li):not([hidden])");
    const link = document.querySelector(`.letters [href="#${letter.getAttribute("aria-labelledby")}"]`);
    if (link) link.parentElement.hidden = letter.hidden;
  }
});
