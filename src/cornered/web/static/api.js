// The server: questions, requests, and live events. What is refused arrives as a sentence.

/** A request that was refused: `message` is the server's sentence, `reason` the rule as data. */
export class Refusal extends Error {
  constructor(status, detail, reason) {
    super(detail);
    this.status = status;
    this.reason = reason;
  }
}

export function get(path, params = {}) {
  const query = new URLSearchParams(params).toString();
  return ask(`/api${path}${query ? `?${query}` : ""}`);
}

export function post(path, body = {}) {
  return send(path, JSON.stringify(body), "application/json");
}

/** Sends something that is not JSON: a file of games. */
export function send(path, body, type = "text/plain") {
  return ask(`/api${path}`, { method: "POST", headers: { "Content-Type": type }, body });
}

/**
 * Calls `onGame` now and at every change. The browser comes back by itself when the connection breaks.
 *
 * A browser keeps only a few connections to a site: a hidden page lets go of its own if `mayRest()` agrees.
 */
export function listen(id, { onGame, onConnection, mayRest }) {
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

async function ask(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Refusal(0, "The server cannot be reached right now.");
  }
  const data = await answer.json().catch(() => ({ detail: "The server's answer makes no sense." }));
  if (!answer.ok) throw new Refusal(answer.status, data.detail, data.reason);
  return data;
}
