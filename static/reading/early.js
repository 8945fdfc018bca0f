// Before the first paint: the theme that the reader chose, and word to the style sheets that scripts run.
// A classic script, so that it blocks; everything else is a module and waits.
{
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* storage is forbidden: the system's theme counts */ }
}
