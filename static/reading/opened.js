// Tells the site that a result of a search was opened, where it counts what is not found: the query, and nothing else.

const hits = document.querySelector(".hits[data-opened]");

hits?.addEventListener("click", (event) => {
  if (event.target.closest("h2 a")) {
    navigator.sendBeacon(hits.dataset.opened, new URLSearchParams({ q: hits.dataset.query }));
  }
});
