// Fetching the newest edition into this browser's store. Nothing is fetched as somebody: no cookies are sent.

const AT_ONCE = 4;
const asked = (url) => fetch(url, { credentials: "omit" });

/** What the site offers to keep; null without an answer, or while it holds nothing. */
export async function offered() {
  try {
    const answer = await asked("/offline/newest.json");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The addresses of an offer that a store does not have yet: first the words, then the pages. */
export async function missing(store, about) {
  const held = new Set((await store.keys()).map((request) => new URL(request.url).pathname));
  return [about.data, ...about.assets, ...about.pages].filter((address) => !held.has(encodeURI(address)));
}

/**
 * Keep what is offered, or go on where it was left; `progress(done, of)` is told of every step.
 * What was kept before stays until everything has arrived. Throws where the connection or the room ends.
 */
export async function keep(offer, progress) {
  await navigator.storage?.persist?.();
  await Kept.forget((about) => about.finished || about.stamp === offer.stamp);
  const store = await Kept.open(offer.stamp);
  const before = (await Kept.all()).find(({ about }) => about.stamp === offer.stamp)?.about;
  const about = { ...offer, started: before?.started ?? new Date().toISOString() };
  await Kept.describe(store, about);
  const waiting = await missing(store, about);
  const of = about.pages.length + about.assets.length + 1;
  let done = of - waiting.length;
  progress(done, of);
  const fetchAll = async () => {
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      const answer = await asked(address);
      if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
      await store.put(address, answer);
      done += 1;
      progress(done, of);
    }
  };
  const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, fetchAll));
  const failed = all.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  await Kept.describe(store, { ...about, finished: new Date().toISOString(), bytes: await weigh(store) });
  await Kept.forget(({ stamp }) => stamp === offer.stamp);
}

async function weigh(store) {
  let bytes = 0;
  for (const request of await store.keys()) bytes += (await (await store.match(request)).blob()).size;
  return bytes;
}
