// What is kept of an edition, and where. A classic script, because the worker and the page both run it.
"use strict";

globalThis.Kept = (() => {
  const PREFIX = "edition-";
  const ABOUT = "/offline/kept.json";
  let read = { name: "", words: null };

  const open = (stamp) => caches.open(PREFIX + stamp);

  /** What a store says of itself, as `newest.json` told it, with `started` and, once everything arrived, `finished`. */
  async function describe(store, about) {
    await store.put(ABOUT, new Response(JSON.stringify(about), { headers: { "Content-Type": "application/json" } }));
  }

  /** Every edition that is kept, whole or in part: the whole ones first, then the newest. */
  async function all() {
    const found = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith(PREFIX)) continue;
      const store = await caches.open(name);
      const about = await (await store.match(ABOUT))?.json();
      if (about) found.push({ name, store, about });
    }
    const order = ({ about }) => (about.finished ? "1" : "0") + about.started;
    return found.sort((one, other) => order(other).localeCompare(order(one)));
  }

  async function best() {
    return (await all())[0];
  }

  /** The words of a kept edition, ready for looking things up; null until they have arrived. */
  async function words(edition) {
    if (read.name !== edition.name) {
      const answer = await edition.store.match(edition.about.data);
      if (!answer) return null;
      read = { name: edition.name, words: new Lookup(await answer.json()) };
    }
    return read.words;
  }

  /** Forget every edition but those of which `spare(about)` is true. */
  async function forget(spare = () => false) {
    for (const name of (await caches.keys()).filter((one) => one.startsWith(PREFIX))) {
      const about = await (await (await caches.open(name)).match(ABOUT))?.json();
      if (!about || !spare(about)) await caches.delete(name);
    }
  }

  /** Whether there is a store of a stamp; another window may have removed it. */
  const held = (stamp) => caches.has(PREFIX + stamp);

  return { all, best, describe, forget, held, open, words };
})();
