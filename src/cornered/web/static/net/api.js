// Requests to the server. What is refused arrives as a sentence, which `attempt` shows.

const UNREACHED = 0;
const MEANINGLESS = 502;

/** The statuses of a server that has no time, or cannot be reached: it is worth asking again. */
const BUSY = [UNREACHED, 429, 503];

/** Milliseconds until a busy server is asked again. */
export const AGAIN = 4000;

/** @typedef {(sentence: string, refusal: Refusal) => void} Show */

/** A request that was refused: `message` is the server's sentence, `reason` the rule as data. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   * @param {string | null} [reason]
   */
  constructor(status, detail, reason = null) {
    super(detail);
    this.status = status;
    this.reason = reason;
  }

  get busy() {
    return BUSY.includes(this.status);
  }

  get unreached() {
    return this.status === UNREACHED;
  }
}

/**
 * What `act` returns; where the server refuses what it asks, the refusal is shown and there is no result.
 *
 * @template Result
 * @param {() => Promise<Result>} act
 * @param {Show} show
 * @returns {Promise<Result | undefined>}
 */
export async function attempt(act, show) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    show(error.message, error);
    return undefined;
  }
}

/**
 * Asks again while the server is busy and `wanted()` holds; `onWait` gets its sentence.
 *
 * @template Result
 * @param {() => Promise<Result>} act
 * @param {(sentence: string) => void} onWait
 * @returns {Promise<Result | undefined>} nothing once it is no longer wanted
 */
export async function patiently(act, onWait, wanted = () => true) {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Refusal && error.busy)) throw error;
      onWait(error.message);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (!wanted()) return undefined;
  }
}

/**
 * What is found at a path of the API. A page that no longer wants to know aborts the `signal`.
 *
 * @template {keyof Api.Get} Path
 * @param {Path} path
 * @param {Api.Get[Path]["asks"]} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<Api.Get[Path]["answers"]>}
 */
export async function get(path, asked, signal) {
  return (await request(addressOf(path, asked), { signal })).data;
}

/**
 * A list from its first page to its last: each answer names the page that follows.
 *
 * @template {"/games" | "/records"} Path
 * @param {Path} path
 * @param {Api.Get[Path]["asks"]} asked
 * @returns {Promise<Api.Get[Path]["answers"]>}
 */
export async function getAll(path, asked) {
  const all = [];
  /** @type {string | undefined} */
  let address = addressOf(path, asked);
  while (address) {
    const answer = await request(address);
    all.push(...answer.data);
    address = answer.next;
  }
  return /** @type {Api.Get[Path]["answers"]} */ (all);
}

/**
 * @template {keyof Api.Delete} Path
 * @param {Path} path
 * @param {Api.Delete[Path]["asks"]} asked
 * @returns {Promise<Api.Delete[Path]["answers"]>}
 */
export async function remove(path, asked) {
  return (await request(addressOf(path, asked), { method: "DELETE" })).data;
}

/**
 * @template {keyof Api.Post} Path
 * @param {Path} path
 * @param {Api.Post[Path]["asks"]} asked
 * @param {Api.Post[Path] extends { sends: infer Body } ? Body : {}} [body]
 * @returns {Promise<Api.Post[Path]["answers"]>}
 */
export async function post(path, asked, body) {
  return send(path, asked, JSON.stringify(body ?? {}), "application/json");
}

/**
 * Sends a file of games.
 *
 * @param {File} file
 * @returns {Promise<Api.Imported>}
 */
export function sendGames(file) {
  return send("/records/import", {}, file, "text/plain");
}

/**
 * The address of a request: what the path names is filled in, everything else is in the query.
 *
 * @param {string} path
 * @param {object} asked
 */
export function addressOf(path, asked) {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(asked)) {
    const place = `{${name}}`;
    if (filled.includes(place)) filled = filled.replace(place, encodeURIComponent(value));
    else for (const one of [value].flat()) query.append(name, one);
  }
  const text = query.toString();
  return `/api${filled}${text ? `?${text}` : ""}`;
}

/**
 * @param {string} path
 * @param {object} asked
 * @param {BodyInit} body
 * @param {string} type
 */
async function send(path, asked, body, type) {
  const options = { method: "POST", headers: { "Content-Type": type }, body };
  return (await request(addressOf(path, asked), options)).data;
}

/**
 * The data of an answer, and the address of the next page if there is one.
 *
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<{ data: any, next: string | undefined }>}
 */
async function request(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Refusal(UNREACHED, "The server cannot be reached right now.");
  }
  const data = await answer.json().catch(() => null);
  if (!data) throw new Refusal(answer.ok ? MEANINGLESS : answer.status, "The server's answer makes no sense.");
  if (!answer.ok) throw new Refusal(answer.status, data.detail, data.reason);
  const next = answer.headers.get("Link")?.match(/^<(.+)>; rel="next"$/)?.[1];
  return { data, next };
}
