/* Shows a Markdown field rendered below it, by asking the server a moment after the last key. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  for (const field of document.querySelectorAll("textarea[data-preview]")) {
    if (token) preview(field, token.value);
  }
});

function preview(field, token) {
  const shown = document.createElement("div");
  shown.className = "markdown-preview";
  shown.setAttribute("aria-live", "polite");
  const row = field.closest(".form-row") || field.parentElement;
  row.append(shown);
  /* "add/" lies one step below the list, "12/change/" two. */
  const list = location.pathname.replace(/(add|[^/]+\/change)\/$/, "");
  let waiting = 0;
  let asked = 0;

  async function ask() {
    const turn = ++asked;
    shown.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${list}preview/`, {
        method: "POST",
        headers: {"X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded"},
        body: new URLSearchParams({body: field.value}),
      });
      if (turn !== asked) return;
      if (answer.ok) shown.innerHTML = await answer.text();  /* sanitised by the server, as readers get it */
      else {
        const said = answer.headers.get("Content-Type")?.startsWith("text/plain") && (await answer.text());
        shown.textContent = `No preview: ${said || `the server answered ${answer.status}.`}`;
      }
    } catch {
      if (turn === asked) shown.textContent = "No preview: the server can't be reached.";
    }
    shown.removeAttribute("aria-busy");
  }

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 400);
  });
  ask();
}
