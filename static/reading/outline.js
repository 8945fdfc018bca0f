// The outline marks the part that is being read.

const outline = document.querySelector(".outline");

// An address without a fragment still shows the rule it names.
if (!location.hash) document.querySelector(".provision.current")?.scrollIntoView();

function follow() {
  const items = [];
  for (const link of outline.querySelectorAll("li a")) {
    const provision = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (provision) items.push([provision, link.parentElement]);
  }

  const marked = () => outline.querySelector("[aria-current]");
  const reveal = () => {
    if (marked() && outline.scrollHeight > outline.clientHeight) outline.scrollTop = marked().offsetTop - outline.clientHeight / 3;
  };
  const mark = (item) => {
    if (marked() === item) return;
    marked()?.removeAttribute("aria-current");
    item?.setAttribute("aria-current", "true");
    reveal();
  };

  /** The last part above a line, which sinks near the page's end, so that all have their turn. */
  const reading = () => {
    const left = document.documentElement.scrollHeight - innerHeight - scrollY;
    const line = innerHeight * Math.max(0.2, 1 - left / innerHeight);
    return (items.findLast(([part]) => part.getBoundingClientRect().top <= line) ?? items[0])?.[1];
  };

  /** The part that an address names, until the reader scrolls away. */
  let led = null;
  const arrive = () => {
    const part = document.querySelector(":target")?.closest(".provision");
    const at = part ? items.findLastIndex(([each]) => !(part.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)) : -1;
    if (at >= 0) mark(items[at][1]);
    else if (!marked()) mark(reading());
    requestAnimationFrame(() => { led = scrollY; });
  };

  let asked = false;
  addEventListener("scroll", () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      if (led !== null && Math.abs(scrollY - led) < 4) return;
      led = null;
      mark(reading());
    });
  }, { passive: true });
  addEventListener("hashchange", () => {
    if (location.hash === "#outline") reveal();
    else arrive();
  });
  reveal();
  if (document.readyState === "complete") arrive();
  else addEventListener("load", arrive);

  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (location.hash === "#outline") location.hash = "outline-closed";
  });
}

if (outline) follow();
