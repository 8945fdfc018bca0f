// Finding rules by number and by words in the kept edition. A classic script: the worker and the page both run it.
"use strict";

globalThis.Lookup = (() => {
  const MOST = 50;
  const AROUND = 110; // characters of an excerpt on each side of what was found
  // What a word counts where it stands: in a text, its title, the heading above it, what players ask of it; then what it
  // counts that the words stand together, and that the entry has the name that is sought. Tried on tests/search/queries.
  const WEIGHTS = { body: 1, title: 1.5, under: 0.5, asked: 1.2, near: 0.3, itself: 2 };
  const PLAIN = { "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-" };

  /** A text in small letters without typography, of the same length. */
  function fold(text) {
    return text.replace(/[^\x00-\x7f]/g, (mark) => PLAIN[mark] ?? mark.normalize("NFD")[0])
      .replace(/[A-Z]|[^\x00-\x7f]/g, (letter) => (letter.toLowerCase().length === 1 ? letter.toLowerCase() : letter));
  }

  /** The pieces of what is typed: words, and phrases in quotes. */
  function pieces(typed) {
    return [...fold(typed).matchAll(/"([^"]+)"?|(\S+)/g)]
      .map((found) => ({ text: (found[1] ?? found[2]).trim().replace(/[,;:.?!]+$/, ""), quoted: found[1] !== undefined }))
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  }

  /** A word without its ending, where enough is left of it. */
  const stem = (word) => word.replace(/(?<=^[a-z]{4,})(?:ies|ing|ed|es|s|y)$/, "");

  /** A piece as a pattern that begins where a word begins; a letter is a word, and what is quoted ends as it is typed. */
  function pattern({ text, quoted }) {
    const sought = quoted ? text : stem(text);
    const escaped = sought.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
    const begins = /^[\p{L}\p{N}]/u.test(sought) ? "(?<![\\p{L}\\p{N}])" : "";
    const ends = /^\p{L}$/u.test(sought) ? "(?![\\p{L}\\p{N}])" : sought === text ? "" : "[\\p{L}]*";
    return new RegExp(begins + escaped + ends, "gu");
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
      this.aside = (told.aside ?? [[], [], []]).map((words) => new Set(words));
      this.earlier = new Map(Object.entries(told.earlier ?? {}).map(([number, eras]) => [number.toLowerCase(), { number, eras }]));
      this.bySlug = new Map(terms.map((term) => [term.key.toLowerCase(), term]));
      this.byKey = new Map(rules.map((rule) => [rule.key.toLowerCase(), rule]));
      let heading = "";
      for (const rule of rules) {
        if (rule.title) heading = rule.title;
        rule.heading = heading;
        rule.asked = told.asked?.[rule.key] ?? "";
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

    /** The pieces of a text that it is about: without function words, unless it has no others. */
    core(typed) {
      const all = pieces(typed);
      const [aside, inQuestions, asking] = this.aside;
      const left = asking.has(all[0]?.text) ? inQuestions : aside;
      const content = all.filter(({ text, quoted }) => quoted || !left.has(text));
      return content.length ? content : all;
    }

    /** The same as patterns. */
    sought(typed) {
      return this.core(typed).map(pattern);
    }

    /**
     * Everything in which all the words occur, as they are typed or as the edition says it, best first, with an excerpt.
     * What nothing says is looked for as it was probably meant (`corrected`), and then by some of its words (`some`).
     * `told` has the words for which others were looked for; `total` counts all that was found.
     */
    search(typed) {
      const text = fold(typed).trim();
      let found = this.saidAs(text);
      if (!found.total && this.sought(text).length) {
        const corrected = this.meant.corrected(text);
        if (corrected !== text) found = { ...this.saidAs(corrected), corrected };
        if (!found.total) found = { ...this.shown(this.saying(corrected, true)), corrected: found.corrected, told: found.told, some: true };
      }
      return found;
    }

    /** What says a text, in any of its ways, each entry once, where it fits best. */
    saidAs(text) {
      const told = this.meant.told(text);
      const best = new Map();
      for (const way of [text, ...told.flatMap(({ texts }) => texts)]) {
        for (const hit of this.saying(way)) {
          if (!(best.get(hit.entry)?.score >= hit.score)) best.set(hit.entry, hit);
        }
      }
      return { ...this.shown([...best.values()]), told };
    }

    /** The best of some hits, with excerpts. */
    shown(hits) {
      hits.sort((one, other) => other.score - one.score || one.order - other.order);
      const best = hits.slice(0, MOST);
      return { total: hits.length, hits: best.map(({ entry, from, patterns }) => ({ ...entry, pieces: excerpt(entry, from, patterns) })) };
    }

    /**
     * The hits that have all the words of a text, in their words, title or heading, or in what players ask them; or, with
     * `some`, those that have most of them. A rare word counts for more, one in a title for more, a definition for most.
     */
    saying(typed, some = false) {
      const patterns = this.sought(typed);
      if (!patterns.length) return [];
      const hits = [];
      const having = patterns.map(() => 0);
      for (const [order, entry] of this.entries.entries()) {
        ready(entry);
        const places = patterns.map((each) => first(each, entry.folded));
        const inTitle = patterns.map((each) => first(each, entry.name) >= 0);
        const here = patterns.map((each, at) => places[at] >= 0 || inTitle[at] || first(each, entry.under) >= 0 || first(each, entry.asked) >= 0);
        here.forEach((has, at) => { having[at] += has; });
        const count = here.filter(Boolean).length;
        if (some ? count >= Math.min(2, patterns.length) : count === patterns.length) hits.push({ entry, order, patterns, places, inTitle });
      }
      const weights = having.map((count) => Math.log(1 + (this.entries.length - count + 0.5) / (count + 0.5)));
      const sum = weights.reduce((one, other) => one + other, 0);
      const core = this.core(typed).map(({ text }) => text).join(" ");
      for (const hit of hits) {
        const found = hit.places.filter((place) => place >= 0);
        hit.from = found.length ? Math.min(...found) : 0;
        hit.score = this.score(hit, weights, core) / sum;
      }
      return hits;
    }

    /** How well an entry answers: its words by their rarity and place, near one another, and whether it is the thing itself. */
    score({ entry, patterns, places, inTitle }, weights, core) {
      const long = 0.5 + entry.folded.length / 600;
      let score = 0;
      patterns.forEach((each, at) => {
        const often = places[at] < 0 ? 0 : entry.folded.match(each).length;
        score += weights[at] * (WEIGHTS.body * (often / (often + long)) + (inTitle[at] ? WEIGHTS.title : 0)
          + (first(each, entry.under) >= 0 ? WEIGHTS.under : 0) + (first(each, entry.asked) >= 0 ? WEIGHTS.asked : 0));
      });
      const found = places.filter((place) => place >= 0);
      if (found.length === patterns.length && found.length > 1) {
        score *= 1 + WEIGHTS.near * Math.exp((Math.min(...found) - Math.max(...found)) / 80);
      }
      return entry.name && entry.name === core ? score * WEIGHTS.itself : score;
    }

    /** What the box offers while somebody types: numbers, then titles and terms with a word that begins so. */
    typeahead(typed, limit = 8) {
      const offered = this.numbers(typed).slice(0, limit).map((rule) => (
        { kind: "number", text: rule.number, title: rule.heading, edition: this.edition, url: rule.url, now: "" }
      ));
      const [typing] = pieces(`"${typed.replaceAll('"', "")}"`);
      if (!typing) return offered;
      const begins = pattern(typing);
      const named = [];
      for (const entry of this.entries) {
        const at = entry.title ? first(begins, fold(entry.title)) : -1;
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
    entry.under ??= entry.title ? "" : fold(entry.heading ?? "");
    entry.asked ??= "";
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
