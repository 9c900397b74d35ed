// The server: questions, requests, and live events. What is refused arrives as a sentence.

export const UNREACHED = "The server cannot be reached right now.";

/** The refusals of a server that has no time, or is not there, and the milliseconds until it is asked again. */
export const BUSY = [0, 429, 503];
export const AGAIN = 4000;

/** A request that was refused: `message` is the server's sentence, `reason` the rule as data. */
export class Refusal extends Error {
  constructor(status, detail, reason) {
    super(detail);
    this.status = status;
    this.reason = reason;
  }
}

export async function get(path, params = {}) {
  return (await ask(addressOf(path, params))).data;
}

/** A list from its first page to its last: each answer names the page that follows. */
export async function getAll(path, params = {}) {
  const all = [];
  let address = addressOf(path, params);
  while (address) {
    const { data, next } = await ask(address);
    all.push(...data);
    address = next;
  }
  return all;
}

function addressOf(path, params) {
  const query = new URLSearchParams(params).toString();
  return `/api${path}${query ? `?${query}` : ""}`;
}

export async function remove(path, params = {}) {
  return (await ask(addressOf(path, params), { method: "DELETE" })).data;
}

export function post(path, body = {}) {
  return send(path, JSON.stringify(body), "application/json");
}

/** Sends something that is not JSON: a file of games. */
export async function send(path, body, type = "text/plain") {
  return (await ask(`/api${path}`, { method: "POST", headers: { "Content-Type": type }, body })).data;
}

/** Asks again while the server is busy or out of reach and `wanted()` holds; `onWait` gets its sentence. */
export async function patiently(ask, onWait, wanted) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!BUSY.includes(error.status)) throw error;
      onWait(error.message);
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (!wanted()) return null;
    }
  }
}

/** Calls `onGame` now and at every change; what breaks is mended without anyone's doing. */
export function listen(id, listener) {
  try {
    listenTogether(id, listener);
  } catch {
    listenAlone(id, listener); // there is no SharedWorker in this browser
  }
}

/** All pages of a browser share one stream, since it keeps only a few connections to a site. */
function listenTogether(id, { onGame, onConnection, ...listener }) {
  const worker = new SharedWorker(workerAddress());
  const { port } = worker;
  worker.onerror = () => listenAlone(id, { onGame, onConnection, ...listener });
  port.onmessage = ({ data: { game, connected } }) => {
    if (game) onGame(game);
    else if (connected !== undefined) onConnection(connected);
    else port.postMessage({ here: id });
  };
  port.postMessage({ watch: id });
  addEventListener("pagehide", () => port.postMessage({ leave: id }));
  addEventListener("pageshow", ({ persisted }) => persisted && port.postMessage({ watch: id }));
  document.addEventListener("visibilitychange", () => !document.hidden && port.postMessage({ here: id }));
}

/** The one script that the policy of this site lets a page start. */
function workerAddress() {
  const address = "/static/stream_worker.js";
  const rules = { createScriptURL: () => address };
  return globalThis.trustedTypes?.createPolicy("cornered-worker", rules).createScriptURL("") ?? address;
}

/** A stream for this page alone, which a hidden page lets go if `mayRest()` agrees. */
function listenAlone(id, { onGame, onConnection, mayRest }) {
  let source = null;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    source = new EventSource(`/api/games/${id}/events`);
    source.addEventListener("game", (event) => onGame(JSON.parse(event.data)));
    source.addEventListener("open", () => onConnection(true));
    source.addEventListener("error", ({ target }) => {
      onConnection(false);
      if (target.readyState === EventSource.CLOSED) setTimeout(open, 2000); // refused: try again later
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

/** Tells of the open games now and whenever the list changes, while the page is looked at. */
export function listenToOpenGames(onGames) {
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

/** The data of an answer, and the address of the next page if there is one. */
async function ask(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Refusal(0, UNREACHED);
  }
  const data = await answer.json().catch(() => ({ detail: "The server's answer makes no sense." }));
  if (!answer.ok) throw new Refusal(answer.status, data.detail, data.reason);
  const [, next] = answer.headers.get("Link")?.match(/^<(.+)>; rel="next"$/) ?? [];
  return { data, next };
}
