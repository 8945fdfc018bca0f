// Enhancements only: every page works without this.

const search = () => document.querySelector('input[type="search"]');

function typing(event) {
  return event.target.closest?.("input, textarea, select, [contenteditable]") || event.ctrlKey || event.metaKey || event.altKey;
}

// "/" goes to the search box, j and k to the next and the previous page.
document.addEventListener("keydown", (event) => {
  if (typing(event)) return;
  if (event.key === "/") {
    event.preventDefault();
    search()?.select();
    search()?.focus();
  } else if (event.key === "j" || event.key === "k") {
    document.querySelector(`.turn a[rel="${event.key === "j" ? "next" : "prev"}"]`)?.click();
  }
});

// An address without a fragment still shows the rule it names.
if (!location.hash) document.querySelector(".provision.current")?.scrollIntoView();

// The outline keeps the part that is being read in view and marks it.
const outline = document.querySelector(".outline");
if (outline && "IntersectionObserver" in window) {
  const items = new Map([...outline.querySelectorAll("li a")].map((a) => [decodeURIComponent(a.hash.slice(1)), a.parentElement]));
  const reveal = (item) => {
    if (outline.scrollHeight > outline.clientHeight) outline.scrollTop = item.offsetTop - outline.clientHeight / 3;
  };
  const mark = (key) => {
    const item = items.get(key);
    if (!item || item.hasAttribute("aria-current")) return;
    outline.querySelector("[aria-current]")?.removeAttribute("aria-current");
    item.setAttribute("aria-current", "true");
    reveal(item);
  };
  const current = outline.querySelector("[aria-current]");
  if (current) reveal(current);
  let scrolled = false;
  addEventListener("scroll", () => { scrolled = true; }, { passive: true, once: true });
  const seen = new IntersectionObserver((entries) => {
    const top = entries.filter((entry) => entry.isIntersecting)[0];
    if (top && scrolled) mark(top.target.id);
  }, { rootMargin: "-10% 0px -75% 0px" });
  for (const key of items.keys()) {
    const provision = document.getElementById(key);
    if (provision) seen.observe(provision);
  }
}
