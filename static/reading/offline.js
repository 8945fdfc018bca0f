// Registers the worker that serves what is kept, and says so when a page is a kept copy or the network is gone.

navigator.serviceWorker?.register("/sw.js").catch(() => { /* pages simply need the network, as before */ });

const kept = performance.getEntriesByType("navigation")[0]?.serverTiming?.find(({ name }) => name === "kept");
let bar;

function say() {
  bar?.remove();
  const copy = kept && decodeURIComponent(kept.description);
  if (!copy && (navigator.onLine || !navigator.serviceWorker?.controller)) return;
  bar = document.createElement("p");
  bar.className = "offline-bar";
  bar.setAttribute("role", "status");
  document.body.append(bar);
  const link = document.createElement("a");
  link.href = "/offline/";
  link.textContent = "What is kept";
  bar.append(`Offline. ${copy || "Pages you have read can be opened again."} `, link);
}

// A rule whose own page is not kept is shown in its section: find it there, as its own page would.
if (kept && !location.hash && !document.querySelector(".provision.current")) {
  const name = decodeURIComponent(location.pathname.split("/").at(-2) ?? "");
  const rule = document.getElementById(name);
  rule?.classList.add("current");
  rule?.scrollIntoView();
}

say();
addEventListener("online", say);
addEventListener("offline", say);
