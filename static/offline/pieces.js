// What both halves of the page about reading offline make and say: pieces of the page, numbers of things, days.

/** A piece of the page: its tag, what it has, and what stands in it. */
export function make(tag, has, ...inside) {
  const made = Object.assign(document.createElement(tag), has);
  made.append(...inside);
  return made;
}

/** So many of a thing, in words: “1 page”, “2,000 cards”. */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;
}

/** A day as a reader writes it. */
export function day(iso) {
  return new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
