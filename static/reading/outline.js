// The outline keeps the part that is being read in view and marks it.

// An address without a fragment still shows the rule it names.
if (!location.hash) document.querySelector(".provision.current")?.scrollIntoView();

const outline = document.querySelector(".outline");

function follow() {
  const items = new Map(
    [...outline.querySelectorAll("li a")].map((a) => [decodeURIComponent(a.hash.slice(1)), a.parentElement]),
  );
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

if (outline) follow();
