// One stream of events for all pages of this browser. A worker that they share holds it, and tells each page
// of the game that it shows.

const MOST_GAMES = 100; // the server tells of no more in one stream
const AGAIN = 2000; // milliseconds until a stream that was refused is asked for again
const ASK = 30_000; // milliseconds between two questions whether the pages are still there
const SILENCE = 2; // how many of them a page may leave unanswered: one that has crashed never says goodbye

/**
 * By their ports: the game that a page shows, and the questions it has not answered.
 *
 * @typedef {{ id: number, silent: number }} Shown
 * @type {Map<MessagePort, Shown>}
 */
const pages = new Map();

/**
 * The newest, and older ones until it is open.
 *
 * @type {Set<EventSource>}
 */
const streams = new Set();

/** @type {EventSource | null} */
let newest = null;

addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data: { watch, here, leave } }) => {
    const known = pages.has(port);
    if (leave) pages.delete(port);
    else pages.set(port, { id: watch ?? here, silent: 0 });
    if (!here || !known) listen(); // also for a game that is watched already: the page may have a seat by now
  };
});

setInterval(() => {
  const before = pages.size;
  for (const [port, page] of pages) {
    if (page.silent >= SILENCE) pages.delete(port);
    page.silent += 1;
    port.postMessage({});
  }
  if (pages.size < before) listen();
}, ASK);

/** Listens to the games that are shown now; the stream before goes on until this one is open. */
function listen() {
  const games = [...new Set([...pages.values()].map((page) => page.id))].slice(-MOST_GAMES);
  if (!games.length) return keepOnly(null);
  const stream = new EventSource(`/api/events?games=${games.join()}`);
  newest = stream;
  streams.add(stream);
  stream.addEventListener("open", () => {
    if (stream === newest) keepOnly(stream);
    tell({ connected: true });
  });
  stream.addEventListener("game", ({ data }) => {
    const game = JSON.parse(data);
    tell({ game }, (page) => page.id === game.id);
  });
  stream.addEventListener("error", () => {
    if (stream !== newest) return;
    tell({ connected: false });
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => stream === newest && listen(), AGAIN);
  });
}

/** @param {EventSource | null} kept */
function keepOnly(kept) {
  newest = kept;
  for (const stream of streams) {
    if (stream === kept) continue;
    stream.close();
    streams.delete(stream);
  }
}

/**
 * @param {object} news
 * @param {(page: Shown) => boolean} whom
 */
function tell(news, whom = () => true) {
  for (const [port, page] of pages) if (whom(page)) port.postMessage(news);
}
