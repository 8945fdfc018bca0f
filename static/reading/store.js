// What this browser remembers of the reader; nothing of it leaves the browser.

export function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch { /* storage is full or forbidden: it is forgotten, no harm done */ }
}
