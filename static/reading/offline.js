// Registers the worker, and says when a page is a kept copy or the network is gone.

navigator.serviceWorker?.register("/sw.js").catch(() => { /* pages simply need the network, as before */ });

const timing = performance.getEntriesByType("navigation")[0]?.serverTiming ?? [];
const [kept, place] = ["kept", "place"].map((said) => decodeURIComponent(timing.find(({ name }) => name === said)?.description ?? ""));
let bar;

function say(event) {
  bar?.remove();
  let told = kept;
  if (!kept && !navigator.onLine && navigator.serviceWorker?.controller) told = "Offline. Pages that you have read can still be opened.";
  if (!told || document.getElementById("offline")) return; // the page about it says so itself
  if (event?.type === "online") told = told.replace(/^Offline\./, "The connection is back.");
  bar = document.createElement("p");
  bar.className = "offline-bar";
  bar.role = "status";
  document.body.append(bar);
  const link = document.createElement("a");
  link.href = "/offline/";
  link.textContent = "What is kept";
  bar.append(`${told} `, link);
  if (!kept) return;
  const again = document.createElement("button");
  again.className = "plain";
  again.textContent = "Load again";
  again.addEventListener("click", () => location.reload());
  bar.append(" ", again);
}

// A rule whose own page is not kept is found in its section.
if (place && !location.hash) {
  const rule = document.getElementById(place);
  rule?.classList.add("current");
  rule?.scrollIntoView();
}

say();
addEventListener("online", say);
addEventListener("offline", say);
