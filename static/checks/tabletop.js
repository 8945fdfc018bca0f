import { recall, remember } from "../reading/store.js";

// The last position of this browser: its address is kept here, and offered where another table may begin.
function keep() {
  if (document.querySelector("#tabletop") && new URLSearchParams(location.search).has("t")) remember("table", location.search);
}
keep();
const last = recall("table", ""), offer = document.querySelector("#last-table");
if (offer && typeof last === "string" && last.startsWith("?")) {
  offer.querySelector("a").search = last;
  offer.hidden = false;
}

// At the table an action is sent and its result put in place without loading the page; without this the form does so.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "tabletop") return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return; // what is pressed now was meant for the table that comes
  const body = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.querySelector("main");
    if (!main?.querySelector("#tabletop")) throw new Error("no table");
    if (answer.redirected) history.pushState(null, "", answer.url);
    document.querySelector("main").replaceChildren(...main.childNodes);
    keep();
    const heading = document.querySelector("#tabletop .outcome h2, #tabletop .trouble h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  } catch {
    form.removeAttribute("aria-busy");
    if (event.submitter?.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: event.submitter.name, value: event.submitter.value }));
    form.submit();
  }
});
addEventListener("popstate", () => { if (new URLSearchParams(location.search).has("t")) location.reload(); });
