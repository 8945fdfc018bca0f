// Finding rules by number and by words in the kept edition. A classic script: the worker and the page both run it.
"use strict";

globalThis.Lookup = (() => {
  const MOST = 50;
  const AROUND = 110; // characters of an excerpt on each side of what was found
  const PLAIN = { "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-" };

  /** A text in small letters without typography, of the same length. */
  function fold(text) {
    return text.replace(/[^\x00-\x7f]/g, (mark) => PLAIN[mark] ?? mark.normalize("NFD")[0])
      .replace(/[A-Z]|[^\x00-\x7f]/g, (letter) => (letter.toLowerCase().length === 1 ? letter.toLowerCase() : letter));
  }

  /** What is sought: each word, or phrase in quotes, as a pattern that begins where a word begins; a letter is a word. */
  function sought(typed) {
    const pieces = [...fold(typed).matchAll(/"([^"]+)"?|(\S+)/g)].map((found) =>
      (found[1] ?? found[2]).trim().replace(/[,;:.?!]+$/, ""));
    return pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece)).map((piece) => {
      const escaped = piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
      const begins = /^[\p{L}\p{N}]/u.test(piece) ? "(?<![\\p{L}\\p{N}])" : "";
      const ends = /^\p{L}$/u.test(piece) ? "(?![\\p{L}\\p{N}])" : "";
      return new RegExp(begins + escaped + ends, "gu");
    });
  }

  const first = (pattern, text) => {
    pattern.lastIndex = 0;
    return pattern.exec(text)?.index ?? -1;
  };

  /** Ready to stand in HTML, also in an attribute. */
  const safe = (text) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

  class Lookup {
    static MOST = MOST;
    static safe = safe;

    constructor(told) {
      const root = `/${told.edition}/`;
      this.edition = told.edition;
      const rules = told.rules.map(([key, kind, title, text, examples, section]) => {
        const page = `${root}${key}/`;
        const url = key === section || !section ? page : `${page}#${key}`;
        return { key, number: key.split("~")[0], kind, title, text, examples, section, url };
      });
      const terms = told.terms.map(([slug, term, text, examples]) => (
        { key: slug, number: "", kind: "term", title: term, text, examples, section: "glossary", url: `${root}glossary/#${slug}` }
      ));
      this.entries = [...rules, ...terms];
      this.symbols = told.symbols ?? {};
      this.days = told.days ?? [];
      this.said = told.said ?? [];
      this.earlier = new Map(Object.entries(told.earlier ?? {}).map(([number, eras]) => [number.toLowerCase(), { number, eras }]));
      this.bySlug = new Map(terms.map((term) => [term.key.toLowerCase(), term]));
      this.byKey = new Map(rules.map((rule) => [rule.key.toLowerCase(), rule]));
      let heading = "";
      for (const rule of rules) {
        if (rule.title) heading = rule.title;
        rule.heading = heading;
      }
    }

    /** The provision of a key, however its letters are written. */
    rule(key) {
      return this.byKey.get(key.toLowerCase());
    }

    /** The glossary entry of a slug. */
    term(slug) {
      return this.bySlug.get(slug.toLowerCase());
    }

    /** Words as HTML, with the symbols drawn and emphasis in italics, as on the site. */
    html(text) {
      return safe(text).replace(/\{([^{}]+)\}/g, (whole, code) => this.symbols[code] ?? whole)
        .replace(/(?<!\w)_(?=[^\W_])([^_\n]{1,80}?)(?<=\S)_(?!\w)/g, "<i>$1</i>");
    }

    /** The number that is typed, and the day after an @; {} for what is no number. */
    asked(typed) {
      const [number, day = ""] = fold(typed).trim().replace(/^(rules?|sections?|cr|§)\s*/, "").replace(/\.$/, "").split("@");
      return /^(\d|[a-z]\.|[a-z]$)\S*$/.test(number) ? { number, day } : {};
    }

    /** The rules that a number means: itself, what is below it, then longer numbers; [] for what is no number here. */
    numbers(typed) {
      const { number, day } = this.asked(typed);
      if (!number || (day && !this.edition.endsWith(day))) return this.run(typed);
      const rank = (rest) => (rest === "" || rest[0] === "~" ? 0 : /^[^0-9]/.test(rest) ? 1 : 2);
      const found = [...this.byKey].filter(([key]) => key.startsWith(number))
        .map(([key, rule], at) => ({ rule, rank: rank(key.slice(number.length)), at }))
        .sort((one, other) => one.rank - other.rank || one.at - other.at)
        .map(({ rule, rank: how }) => ({ ...rule, exact: how === 0 }));
      return found.length ? found : this.run(typed);
    }

    /** The rules from one number to another, as in 509.1-509.1c, 509.1a-c or 509.1 to 509.2; [] for no such run. */
    run(typed) {
      const ends = /^(\S+?)\s*(?:-|\s(?:to|through)\s)\s*(\S+)$/.exec(fold(typed).trim().replace(/^(rules?|cr|§)\s*/, ""));
      if (!ends) return [];
      const [first, short] = [ends[1], ends[2].replace(/\.$/, "")];
      const last = /^([a-z])\1?$|^a[a-z]$/.test(short) ? first.replace(/[a-z]*$/, short) : short;
      const keys = [...this.byKey.keys()];
      const below = /\d$/.test(last) ? /^[.a-z~]/ : /^[.~]/; // 704.5aa is not below 704.5a
      const [from, to] = [keys.indexOf(first), keys.findLastIndex((key) => key === last || below.test(key.slice(last.length))
        && key.startsWith(last))];
      return from < 0 || to < from ? [] : keys.slice(from, to + 1).map((key) => ({ ...this.byKey.get(key), exact: true }));
    }

    /**
     * What a number stood for in earlier editions, where that is not the rule that has it now: number, days of the
     * first and last edition, and the rule of today, which is undefined where no one rule continues it.
     */
    before(typed) {
      const { number, day } = this.asked(typed);
      const { number: written, eras } = this.earlier.get(number) ?? { eras: [] };
      const told = eras.map(([since, until, key]) => (
        { number: written, since: this.days[since], until: this.days[until], rule: this.rule(key) }
      ));
      return told.filter(({ since, until }) => !day || (since <= day && day <= until));
    }

    /** What was probably meant by what finds nothing, in this edition; made when it is first needed. */
    get meant() {
      this.entries.forEach(ready);
      this.guesses ??= new Meant(this.entries.map(({ name, folded }) => `${name}\n${folded}`), this.said);
      return this.guesses;
    }

    /**
     * Everything in which all the words occur, as they are typed or as the edition says it, best first, with an excerpt.
     * What nothing says is looked for as it was probably meant (`corrected`), and then by some of its words (`some`).
     * `told` has the words for which others were looked for; `total` counts all that was found.
     */
    search(typed) {
      const text = fold(typed).trim();
      let found = this.saidAs(text);
      if (!found.total && sought(text).length) {
        const corrected = this.meant.corrected(text);
        if (corrected !== text) found = { ...this.saidAs(corrected), corrected };
        if (!found.total) found = { ...this.saying(corrected, true), corrected: found.corrected, told: found.told, some: true };
      }
      return found;
    }

    /** What says a text, in any of its ways. */
    saidAs(text) {
      const told = this.meant.told(text);
      const ways = [text, ...told.flatMap(({ texts }) => texts)].map((way) => this.saying(way));
      const seen = new Set();
      const hits = ways.flatMap(({ hits: here }) => here).filter(({ url }) => !seen.has(url) && seen.add(url));
      return { total: Math.max(hits.length, ...ways.map(({ total }) => total)), hits: hits.slice(0, MOST), told };
    }

    /** What has all the words of a text; or, with `some`, those that have the most of them. */
    saying(typed, some = false) {
      const patterns = sought(typed);
      const hits = [];
      if (!patterns.length) return { total: 0, hits };
      const whole = fold(typed).trim();
      for (const [order, entry] of this.entries.entries()) {
        ready(entry);
        const inTitle = patterns.map((pattern) => first(pattern, entry.name) >= 0);
        const places = patterns.map((pattern) => first(pattern, entry.folded));
        const having = patterns.filter((_, at) => inTitle[at] || places[at] >= 0).length;
        if (some ? having < Math.min(2, patterns.length) : having < patterns.length) continue;
        const found = places.filter((place) => place >= 0);
        hits.push({
          entry,
          order,
          having,
          titled: (entry.name === whole ? 1 : 0) + inTitle.filter(Boolean).length,
          spread: found.length ? Math.max(...found) - Math.min(...found) : 0,
          from: found.length ? Math.min(...found) : 0,
        });
      }
      hits.sort((one, other) => other.having - one.having || other.titled - one.titled || one.spread - other.spread
        || one.from - other.from || one.order - other.order);
      return {
        total: hits.length,
        hits: hits.slice(0, MOST).map(({ entry, from }) => ({ ...entry, pieces: excerpt(entry, from, patterns) })),
      };
    }

    /** What the box offers while somebody types: numbers, then titles and terms with a word that begins so. */
    typeahead(typed, limit = 8) {
      const offered = this.numbers(typed).slice(0, limit).map((rule) => (
        { kind: "number", text: rule.number, title: rule.heading, edition: this.edition, url: rule.url, now: "" }
      ));
      const pattern = sought(`"${typed.replaceAll('"', "")}"`)[0];
      if (!pattern) return offered;
      const named = [];
      for (const entry of this.entries) {
        const at = entry.title ? first(pattern, fold(entry.title)) : -1;
        if (at >= 0) named.push({ entry, at });
      }
      named.sort((one, other) => one.at - other.at || one.entry.title.length - other.entry.title.length);
      const names = named.map(({ entry }) => ({
        kind: entry.kind === "term" ? "term" : "heading",
        text: entry.title, title: entry.number, edition: this.edition, url: entry.url, now: "",
      }));
      return [...offered, ...names].slice(0, limit);
    }
  }

  /** An entry with its texts folded. */
  function ready(entry) {
    entry.all ??= [entry.text, ...entry.examples].join("\n");
    entry.folded ??= fold(entry.all);
    entry.name ??= fold(entry.title);
  }

  /** The words around what was found, in pieces: {text, marked}. */
  function excerpt(entry, from, patterns) {
    let start = Math.max(0, from - AROUND);
    let end = Math.min(entry.all.length, from + 2 * AROUND);
    if (start) start = entry.all.indexOf(" ", start) + 1 || start;
    if (end < entry.all.length) end = Math.max(entry.all.lastIndexOf(" ", end), from);
    const marks = patterns.flatMap((pattern) => [...entry.folded.matchAll(new RegExp(pattern))]
      .map((found) => [found.index, found.index + found[0].length]))
      .filter(([left, right]) => left >= start && right <= end).sort((one, other) => one[0] - other[0]);
    const pieces = [{ text: start ? "… " : "", marked: false }];
    let at = start;
    for (const [left, right] of marks) {
      if (left < at) continue;
      pieces.push({ text: entry.all.slice(at, left), marked: false }, { text: entry.all.slice(left, right), marked: true });
      at = right;
    }
    pieces.push({ text: entry.all.slice(at, end) + (end < entry.all.length ? " …" : ""), marked: false });
    return pieces.filter((piece) => piece.text);
  }

  return Lookup;
})();
