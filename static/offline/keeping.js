// Fetching the newest edition into this browser's store. Nothing is fetched as somebody: no cookies are sent.

const AT_ONCE = 4;
const asked = (url) => fetch(url, { credentials: "omit" });

/** What the site offers to keep; false while it holds nothing, null without an answer. */
export async function offered() {
  try {
    const answer = await asked("/offline/newest.json");
    return answer.ok ? await answer.json() : answer.status === 404 ? false : null;
  } catch {
    return null;
  }
}

/** The addresses of an offer that a store does not have yet: first the words, then the pages. */
export async function missing(store, about) {
  const held = new Set((await store.keys()).map((request) => new URL(request.url).pathname));
  return [about.data, ...about.assets, ...about.pages].filter((address) => !held.has(new URL(address, location.href).pathname));
}

/**
 * Keep what the site offers now, or go on where it was left; `progress(done, of)` is told of every step. One window
 * fetches at a time. Throws where the connection or the room ends.
 */
export function keep(progress) {
  return navigator.locks.request("keep", async () => {
    navigator.storage?.persist?.().catch(() => {}); // not waited for: Firefox asks the reader, who may not answer
    for (let tries = 0; tries < 3; tries += 1) {
      const offer = await offered();
      if (!offer) throw new Error("the site cannot be reached");
      await fetchAll(offer, progress);
      if ((await offered())?.stamp === offer.stamp) return finish(offer);
    }
    throw new Error("the site changed each time while it was fetched");
  });
}

/** Put everything of an offer that is not there yet into its store; what was kept before stays. */
async function fetchAll(offer, progress) {
  await Kept.forget((about) => about.finished || about.stamp === offer.stamp);
  const store = await Kept.open(offer.stamp);
  const before = (await Kept.all()).find(({ about }) => about.stamp === offer.stamp)?.about;
  await Kept.describe(store, before ?? { ...offer, started: new Date().toISOString() });
  const waiting = await missing(store, offer);
  const of = offer.pages.length + offer.assets.length + 1;
  let done = of - waiting.length;
  progress(done, of);
  const next = async () => {
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      const answer = await asked(address);
      if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
      await store.put(address, answer);
      done += 1;
      progress(done, of);
    }
  };
  const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => next().catch((error) => {
    waiting.length = 0;
    throw error;
  })));
  const failed = all.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** Say that everything has arrived, and drop what was kept before. */
async function finish(offer) {
  if (!(await Kept.held(offer.stamp))) throw new Error("it was removed in another window");
  const store = await Kept.open(offer.stamp);
  const { about } = (await Kept.all()).find((one) => one.about.stamp === offer.stamp);
  await Kept.describe(store, { ...about, finished: new Date().toISOString(), bytes: await weigh(store) });
  await Kept.forget(({ stamp }) => stamp === offer.stamp);
}

async function weigh(store) {
  let bytes = 0;
  for (const request of await store.keys()) bytes += (await (await store.match(request)).blob()).size;
  return bytes;
}
