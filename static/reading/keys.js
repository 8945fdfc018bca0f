// Modules say which key does what; this one knows when a key is not meant for them.

const handlers = new Map();

/** A key as `event.key` names it, or "Ctrl+K" (on a Mac, the command key). */
export function onKey(key, handler) {
  handlers.set(key, handler);
}

function writing(target) {
  return Boolean(target.closest?.("input, textarea, select, [contenteditable]"));
}

document.addEventListener("keydown", (event) => {
  const { altKey, ctrlKey, metaKey } = event;
  // Some keyboards write "[" with AltGr, which is Ctrl and Alt too; a Mac, with Option.
  const option = altKey && !ctrlKey && /^(Mac|iP)/.test(navigator.platform);
  const third = !metaKey && (option || event.getModifierState("AltGraph"));
  if (event.defaultPrevented || event.repeat || event.isComposing || (altKey && !third)) return;
  const held = (ctrlKey || metaKey) && !third;
  if (held ? event.shiftKey : writing(event.target) || document.querySelector("dialog[open]")) return;
  const key = event.shiftKey ? event.key : event.key.toLowerCase(); // the Caps Lock key is no Shift
  const handler = handlers.get(held ? `Ctrl+${key.toUpperCase()}` : key);
  if (handler && handler(event) !== false) event.preventDefault();
});
