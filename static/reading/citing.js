// Copies the answer of a search: its words, its citation and its address.

const card = document.querySelector(".answer-card");
const button = card?.querySelector(".copy-it");

function words() {
  const parts = card.querySelectorAll(".answer-words > p, .answer-lines > li");
  return [...parts].map((part) => part.textContent.replace(/\s+/g, " ").trim());
}

button?.addEventListener("click", async () => {
  const cite = card.querySelector(".answer-cite");
  const title = card.querySelector("h2").textContent.replace(/\s+/g, " ").trim();
  const address = new URL(cite.dataset.href, location).href;
  const status = card.querySelector(".copied");
  try {
    await navigator.clipboard.writeText([title, ...words(), `${cite.textContent} ${address}`].join("\n"));
    status.textContent = "Copied";
  } catch {
    status.textContent = "This browser does not let a page copy; mark the words instead.";
  }
});
