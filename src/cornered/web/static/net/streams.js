// Live events from the server. What breaks is mended without anyone's doing.

const AGAIN = 2000; // milliseconds until a stream that was refused is asked for again
const WORKER = "/static/net/stream_worker.js";

/**
 * What a page does with the news of a game; `mayRest()` tells whether a hidden page may let its stream go.
 *
 * @typedef {object} Listener
 * @property {(game: Api.GameView & Partial<Api.GameForYou>) => void} onGame
 * @property {(connected: boolean) => void} onConnection
 * @property {() => boolean} mayRest
 */

/**
 * Calls `onGame` now and at every change.
 *
 * @param {number} id
 * @param {Listener} listener
 */
export function listen(id, listener) {
  try {
    listenTogether(id, listener);
  } catch {
    listenAlone(id, listener); // there is no SharedWorker in this browser
  }
}

/**
 * All pages of a browser share one stream, since it keeps only a few connections to a site.
 *
 * @param {number} id
 * @param {Listener} listener
 */
function listenTogether(id, listener) {
  const worker = new SharedWorker(workerAddress());
  const { port } = worker;
  worker.onerror = () => listenAlone(id, listener);
  port.onmessage = ({ data: { game, connected } }) => {
    if (game) listener.onGame(game);
    else if (connected !== undefined) listener.onConnection(connected);
    else port.postMessage({ here: id });
  };
  port.postMessage({ watch: id });
  addEventListener("pagehide", () => port.postMessage({ leave: id }));
  addEventListener("pageshow", ({ persisted }) => persisted && port.postMessage({ watch: id }));
  document.addEventListener("visibilitychange", () => !document.hidden && port.postMessage({ here: id }));
}

/** The one script that the policy of this site lets a page start. */
function workerAddress() {
  const rules = { createScriptURL: () => WORKER };
  const { trustedTypes } = /** @type {any} */ (globalThis);
  return trustedTypes?.createPolicy("cornered-worker", rules).createScriptURL("") ?? WORKER;
}

/**
 * A stream for this page alone.
 *
 * @param {number} id
 * @param {Listener} listener
 */
function listenAlone(id, { onGame, onConnection, mayRest }) {
  /** @type {EventSource | null} */
  let source = null;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    const opened = (source = new EventSource(`/api/games/${id}/events`));
    opened.addEventListener("game", (event) => onGame(JSON.parse(event.data)));
    opened.addEventListener("open", () => onConnection(true));
    opened.addEventListener("error", () => {
      onConnection(false);
      if (opened.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    });
  };
  open();
  addEventListener("pagehide", close);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && mayRest()) close();
    else if (!document.hidden && !source) open();
  });
}

/**
 * Calls `onGames` with the open games now and whenever the list changes, while the page is looked at.
 *
 * @param {(games: Api.OpenGame[]) => void} onGames
 */
export function listenToOpenGames(onGames) {
  /** @type {EventSource | null} */
  let source = null;
  const look = () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (!source) {
      source = new EventSource("/api/open-games/events");
      source.addEventListener("open-games", (event) => onGames(JSON.parse(event.data)));
    }
  };
  look();
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => source?.close());
}
