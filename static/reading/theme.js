// The theme: as the system has it, light, dark, and round again. early.js has the first paint.

const NEXT = { system: "light", light: "dark", dark: "system" };
const root = document.documentElement;
const button = document.querySelector("button.theme");
const said = (theme) => (theme === "system" ? "as the system" : theme);
const now = () => root.dataset.theme ?? "system";

function wear(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  button.dataset.now = theme;
  button.title = button.ariaLabel = `Theme: ${said(theme)}. Change to ${said(NEXT[theme])}.`;
}

function choose() {
  wear(NEXT[now()]);
  try {
    if (root.dataset.theme) localStorage.setItem("theme", now());
    else localStorage.removeItem("theme");
  } catch { /* storage is forbidden: it lasts for this page */ }
}

/** Wears what was chosen elsewhere since. */
function heed() {
  try {
    const theme = localStorage.getItem("theme");
    wear(NEXT[theme] ? theme : "system");
  } catch { /* this page keeps its own */ }
}

if (button) {
  wear(now());
  button.addEventListener("click", choose);
  addEventListener("storage", heed);
  addEventListener("pageshow", heed);
}
