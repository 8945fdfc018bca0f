// The switch of the theme: as the system has it, light, dark, and round again. See early.js for the first paint.

const ROUND = ["system", "light", "dark"];
const root = document.documentElement;
const button = document.querySelector("button.theme");

function chosen() {
  return root.dataset.theme ?? "system";
}

function say() {
  const now = chosen();
  const next = ROUND[(ROUND.indexOf(now) + 1) % ROUND.length];
  button.dataset.now = now;
  button.title = `Theme: ${now === "system" ? "as the system" : now}. Change to ${next === "system" ? "as the system" : next}.`;
  button.setAttribute("aria-label", button.title);
}

function choose(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch { /* storage is forbidden: it lasts for this page */ }
  say();
}

if (button) {
  say();
  button.addEventListener("click", () => choose(ROUND[(ROUND.indexOf(chosen()) + 1) % ROUND.length]));
}
