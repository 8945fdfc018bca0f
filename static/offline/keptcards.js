// The cards that are kept, and finding one by its name. A classic script: the worker and the page both run it.
"use strict";

globalThis.KeptCards = (() => {
  const PREFIX = "cards-";
  const ABOUT = "/offline/kept-cards.json";
  const [MOST, SHORTEST, LONGEST, PARTS] = [20, 4, 60, 4];
  const LETTERS = { "Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "ø": "o", "Ø": "O", "ß": "ss" };
  let read = { name: "", list: [], parts: new Map() };

  const open = (version) => caches.open(PREFIX + version);
  const held = (version) => caches.has(PREFIX + version);

  /** A name without case, accents and punctuation, as the site compares names (rulesite/cards/names.py). */
  function fold(name) {
    const plain = name.replace(/[ÆæŒœØøß]/g, (letter) => LETTERS[letter]).normalize("NFKD").toLowerCase();
    return (plain.replace(/[\p{M}'’,]/gu, "").match(/[\p{L}\p{N}+]+/gu) ?? []).join(" ");
  }

  /** What a store says of itself: the offer, with `started` and, once everything arrived, `finished`. */
  async function describe(store, about) {
    await store.put(ABOUT, new Response(JSON.stringify(about), { headers: { "Content-Type": "application/json" } }));
  }

  /** Every version that is kept, whole or in part: the whole ones first, then the newest. */
  async function all() {
    const found = [];
    for (const name of (await caches.keys()).filter((one) => one.startsWith(PREFIX))) {
      const store = await caches.open(name);
      const about = await (await store.match(ABOUT))?.json();
      if (about) found.push({ name, store, about });
    }
    const order = ({ about }) => (about.finished ? "1" : "0") + about.started;
    return found.sort((one, other) => order(other).localeCompare(order(one)));
  }

  /** The cards that are kept whole, ready for looking up; null while there are none. */
  async function whole() {
    const best = (await all())[0];
    if (!best?.about.finished) return null;
    if (read.name !== best.name) {
      const told = await (await best.store.match(best.about.parts[0]))?.json();
      if (!told) return null;
      const list = told.names.map(([name, slug], at) => {
        const faces = name.includes(" // ") ? name.split(" // ").map(fold) : [];
        return { name, slug, url: `/cards/${slug}/`, folded: [fold(name), ...faces], part: 1 + Math.floor(at / told.each), row: at % told.each };
      });
      read = { name: best.name, list, parts: new Map() };
    }
    return { ...best, list: read.list };
  }

  /** How many slips make one text of the other, neighbours changing places among them; more than `most` are not counted. */
  function slips(typed, name, most) {
    if (Math.abs(typed.length - name.length) > most) return most + 1;
    let [before, row] = [[], Array.from({ length: name.length + 1 }, (_, to) => to)];
    for (let at = 1; at <= typed.length; at += 1) {
      const next = [at];
      for (let to = 1; to <= name.length; to += 1) {
        const same = typed[at - 1] === name[to - 1];
        let cost = Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + (same ? 0 : 1));
        if (at > 1 && typed[at - 1] === name[to - 2] && typed[at - 2] === name[to - 1]) cost = Math.min(cost, before[to - 2] + 1);
        next.push(cost);
      }
      if (Math.min(...next) > most) return most + 1;
      [before, row] = [row, next];
    }
    return row.at(-1);
  }

  /** The cards of which `rank(name)` is a number for the name or a face, the smallest first, then the shortest names. */
  function ranked(list, rank) {
    const found = [];
    for (const card of list) {
      const best = Math.min(...card.folded.map(rank));
      if (best < Infinity) found.push({ card, best });
    }
    found.sort((one, other) => one.best - other.best || one.card.name.length - other.card.name.length);
    return found.map(({ card, best }) => ({ ...card, exact: best === 0 }));
  }

  /**
   * The cards that a text names: so called, then those whose name or a later word of it begins so, then those with all its
   * words; where there are none, those that are but for a slip or two so called, or begin so (`near`).
   */
  function find(list, typed) {
    const text = fold(typed);
    if (!text || text.length > LONGEST) return { total: 0, cards: [], near: false };
    const words = text.split(" ").map((word) => ` ${word}`);
    let cards = ranked(list, (name) => {
      const at = ` ${name}`.indexOf(` ${text}`);
      if (name === text) return 0;
      return at === 0 ? 1 : at > 0 ? 2 : words.every((word) => ` ${name}`.includes(word)) ? 3 : Infinity;
    });
    const near = !cards.length && text.length >= SHORTEST;
    if (near) {
      const most = text.length < 2 * SHORTEST ? 1 : 2;
      const rank = (count) => (count > most ? Infinity : count);
      cards = ranked(list, (name) => rank(slips(text, name, most)));
      if (!cards.length) cards = ranked(list, (name) => rank(slips(text, name.slice(0, text.length), most)));
    }
    return { total: cards.length, cards: cards.slice(0, MOST), near: near && cards.length > 0 };
  }

  /** The card of a slug, as it is written in an address. */
  const bySlug = (list, slug) => list.find((card) => card.slug === slug) ?? list.find((card) => card.folded[0] === fold(slug));

  /** The faces of a card and its rulings, from the part that it is in. */
  async function text({ store, about, name }, card) {
    const parts = read.name === name ? read.parts : new Map();
    if (!parts.has(card.part)) {
      const told = await (await store.match(about.parts[card.part]))?.json();
      if (!told) return null;
      if (parts.size >= PARTS) parts.delete(parts.keys().next().value);
      parts.set(card.part, told);
    }
    const told = parts.get(card.part);
    const [, , faces, numbers] = told.cards[card.row];
    return {
      faces: faces.map(([called, cost, line, words, size]) => ({ name: called, cost, line, text: words, size })),
      rulings: numbers.map((number) => ({ day: told.rulings[number][0], text: told.rulings[number][1] })),
    };
  }

  /** Words as HTML with the symbols drawn. */
  const html = ({ about }, words) => Lookup.safe(words).replace(/\{([^{}]+)\}/g, (all, code) => about.symbols[code] ?? all);

  /** Forget every version but those of which `spare(about)` is true. */
  async function forget(spare = () => false) {
    for (const name of (await caches.keys()).filter((one) => one.startsWith(PREFIX))) {
      const about = await (await (await caches.open(name)).match(ABOUT))?.json();
      if (!about || !spare(about)) await caches.delete(name);
    }
    read = { name: "", list: [], parts: new Map() };
  }

  return { all, bySlug, describe, find, forget, held, html, open, text, whole };
})();
