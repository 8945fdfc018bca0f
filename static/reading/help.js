// The help sheet: "?" opens it; Escape, its button or a click beside it closes it.

import { onKey } from "./keys.js";

const sheet = document.querySelector("dialog#keys");

function open() {
  sheet.showModal();
  sheet.querySelector(".sheet-title").focus();
}

if (sheet) {
  onKey("?", open);
  for (const opener of document.querySelectorAll('[data-opens="keys"]')) opener.addEventListener("click", open);
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
}
