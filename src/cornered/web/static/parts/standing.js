// How someone stands with puzzles: the rating with its graph, the streak, the best rush, and a way to forget it all.

import { get, remove } from "../net/api.js";
import { el, put, svg } from "../ui/dom.js";
import { plural } from "../ui/words.js";

const WIDTH = 240;
const HEIGHT = 56;
const EDGE = 4;

/** The date where the reader is: '2026-11-02'. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function progress() {
  return get("/progress", { day: today() });
}

/**
 * 'Your streak: 3 days.', or nothing where there is none.
 *
 * @param {Pick<Api.ProgressView, "streak">} progress
 */
export function streakTold({ streak }) {
  return streak ? `Your streak: ${streak === 1 ? "1 day" : `${streak} days`}.` : "";
}

export class Standing {
  constructor() {
    /** @type {number | null} */
    this.rating = null;
    this.streak = "";
    this.forget = el("button", { type: "button", class: "inline", onclick: () => this.#ask() }, "Start over");
    this.sure = el("button", { type: "button", onclick: () => this.#forget() }, "Really forget your rating?");
    this.element = el("section", { class: "standing", "aria-label": "Your rating", tabindex: "-1" });
  }

  /** @param {Api.ProgressView} now */
  show(now) {
    const { rating, spread, tried, solved, best_rush: best } = now;
    this.rating = rating;
    this.streak = streakTold(now);
    this.sure.hidden = true;
    this.forget.hidden = false;
    const facts = [
      tried ? `${solved} of ${tried} solved at the first try.` : "The first try at each puzzle counts.",
      this.streak,
      best === null ? "" : `Best rush: ${best}.`,
    ];
    put(
      this.element,
      el("p", { class: "rating" }, "Your rating: ", el("strong", {}, Math.round(rating)), ` ± ${Math.round(spread)}`),
      graph(now),
      el("p", { class: "quiet" }, facts.filter(Boolean).join(" ")),
      (tried > 0 || best !== null) && el("p", {}, this.forget, this.sure),
    );
  }

  async refresh() {
    const before = this.rating;
    const now = await progress();
    this.show(now);
    return Math.round(now.rating) - Math.round(before ?? now.rating);
  }

  #ask() {
    this.forget.hidden = true;
    this.sure.hidden = false;
    this.sure.focus();
  }

  async #forget() {
    this.show(await remove("/progress", { day: today() }));
    this.element.focus(); // the button is gone
  }
}

/**
 * The latest ratings as one line, from the lowest to the highest of them.
 *
 * @param {Api.ProgressView} progress
 */
function graph({ ratings }) {
  if (ratings.length < 2) return null;
  const points = placed(ratings);
  const [cx, cy] = points[points.length - 1];
  const words = `Your rating over the last ${plural(ratings.length - 1, "puzzle")}: from ${Math.round(Math.min(...ratings))} to ${Math.round(Math.max(...ratings))}.`;
  return svg(
    "svg",
    { class: "rating-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    svg("polyline", { points: points.join(" ") }),
    svg("circle", { cx, cy, r: 3.5 }),
  );
}

/**
 * Where each rating stands in the graph.
 *
 * @param {number[]} ratings
 */
export function placed(ratings) {
  const low = Math.min(...ratings);
  const high = Math.max(...ratings);
  const x = (/** @type {number} */ index) => EDGE + (index / (ratings.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ rating) => HEIGHT - EDGE - ((rating - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
  return ratings.map((rating, index) => [x(index).toFixed(1), y(rating).toFixed(1)]);
}
