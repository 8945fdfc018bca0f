// What was probably meant: typing mistakes, and words for which the kept edition says others. A classic script: the worker
// and the page both run it. What a slip costs is what it costs on the site (rulesite/search/suggest/spelling.py).
"use strict";

globalThis.Meant = (() => {
  const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)*/gu;
  const [SHORTEST, LONGEST] = [3, 24];
  const [NEAR, BESIDE, FIRST, DOUBLED, VOWEL, COMMON, SPLIT] = [0.6, 0.7, 0.5, 0.5, 0.8, 0.12, 0.6];
  const VOWELS = "aeiouy";
  const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
  const neighbours = new Set();
  const neighbour = (one, other) => { neighbours.add(one + other).add(other + one); };
  for (const [nth, row] of ROWS.entries()) {
    for (const [at, letter] of [...row].entries()) {
      if (row[at + 1]) neighbour(letter, row[at + 1]);
      for (const above of ROWS[nth - 1]?.slice(at, at + 2) ?? "") neighbour(letter, above);
    }
  }

  function changed(one, other) {
    if (neighbours.has(one + other)) return NEAR;
    return VOWELS.includes(one) && VOWELS.includes(other) ? VOWEL : 1;
  }

  /** How far a word is from what was typed. */
  function distance(typed, meant) {
    const rows = [Array.from({ length: meant.length + 1 }, (_, to) => to)];
    for (let at = 1; at <= typed.length; at += 1) {
      const row = [at];
      for (let to = 1; to <= meant.length; to += 1) {
        const [one, other] = [typed[at - 1], meant[to - 1]];
        let cost = Math.min(
          rows[at - 1][to] + (typed[at - 2] === one ? DOUBLED : 1),
          row[to - 1] + (meant[to - 2] === other ? DOUBLED : 1),
          rows[at - 1][to - 1] + (one === other ? 0 : changed(one, other)),
        );
        if (at > 1 && one !== other && one === meant[to - 2] && typed[at - 2] === other) cost = Math.min(cost, rows[at - 2][to - 2] + BESIDE);
        row.push(cost);
      }
      rows.push(row);
    }
    return rows.at(-1).at(-1) + (typed[0] === meant[0] ? 0 : FIRST);
  }

  return class Meant {
    /** `texts` are the folded texts of an edition; `said` has rows of words, what is said for them, and why. */
    constructor(texts, said) {
      this.texts = texts;
      this.said = said.map(([word, says, why]) => {
        const ending = /\p{L}$/u.test(word) ? "(?:s|es|ed|ing)?" : "";
        const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        return { word, says, why, pattern: new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${ending}(?![\\p{L}\\p{N}])`, "u") };
      });
    }

    /** The words of the edition, and how many texts have each: counted when first asked for. */
    get counts() {
      if (!this.counted) {
        this.counted = new Map();
        for (const text of this.texts) {
          for (const word of new Set(text.match(WORD))) this.counted.set(word, (this.counted.get(word) ?? 0) + 1);
        }
      }
      return this.counted;
    }

    /** Its words in order. */
    get inOrder() {
      this.sorted ??= [...this.counts.keys()].sort();
      return this.sorted;
    }

    /** Whether a word of the edition begins so, or other words are said for it. */
    knows(word) {
      let [low, high] = [0, this.inOrder.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.inOrder[middle] < word) low = middle + 1;
        else high = middle;
      }
      return Boolean(this.inOrder[low]?.startsWith(word)) || this.said.some(({ pattern }) => pattern.test(word));
    }

    together(words) {
      return this.texts.some((text) => text.includes(words));
    }

    /** What was probably meant by folded words, quotes left alone; the same where every word is known. */
    corrected(typed) {
      return typed.split(/("[^"]*"?)/).map((part, nth) => (nth % 2 ? part : this.mended(part))).join("");
    }

    mended(part) {
      const joined = part.replace(/(\p{L}+)\s+(\p{L}+)/gu, (both, one, other) => (
        this.counts.has(one + other) && !(this.knows(one) && this.knows(other)) ? one + other : both));
      return joined.replace(WORD, (word) => (/^\p{L}+$/u.test(word) && !this.knows(word) ? this.nearest(word) : word));
    }

    nearest(word) {
      if (word.length < SHORTEST || word.length > LONGEST) return word;
      const furthest = word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3;
      let [best, least] = [word, 0.35 + 0.35 * word.length ** 0.7];
      const offer = (words, cost, count) => {
        const costs = cost - COMMON * Math.log10(count + 1);
        if (costs < least) [best, least] = [words, costs];
      };
      for (const [known, count] of this.counts) {
        if (Math.abs(known.length - word.length) > furthest || !/^\p{L}+$/u.test(known)) continue;
        const cost = distance(word, known);
        if (cost <= furthest + FIRST) offer(known, cost, count);
      }
      for (let at = 2; at < word.length - 1; at += 1) {
        const [one, other] = [word.slice(0, at), word.slice(at)];
        const count = Math.min(this.counts.get(one) ?? 0, this.counts.get(other) ?? 0);
        if (count && this.together(`${one} ${other}`)) offer(`${one} ${other}`, SPLIT, count);
      }
      return best;
    }

    /** Folded words as the edition would say them, each way with the words for which it says others. */
    told(typed) {
      const ways = [];
      for (const { word, says, why, pattern } of this.said) {
        if (typed.includes('"') || !pattern.test(typed)) continue;
        const texts = says.map((one) => typed.replace(pattern, one)).filter((text) => text !== typed);
        if (texts.length) ways.push({ texts, word, says, why });
      }
      return ways;
    }
  };
})();
