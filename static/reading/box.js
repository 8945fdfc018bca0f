// The one box: "/" and Ctrl-K go to it from anywhere.

import { onKey } from "./keys.js";

function goToBox() {
  const box = document.querySelector('input[type="search"]');
  box?.focus();
  box?.select();
}

onKey("/", goToBox);
onKey("Ctrl+K", goToBox);
