// The end of a game: who won, by what, and where it turned.

import { get, patiently, Refusal } from "./api.js";
import { el, put } from "./dom.js";
import { result, whole } from "./words.js";

export class Ending {
  /** `onShow(move)` is called with the reviewed move that someone wants to see. */
  constructor(onShow) {
    this.onShow = onShow;
    this.result = el("p", { class: "result" });
    this.turning = el("p", { class: "turning", "aria-live": "polite" });
  }

  draw(game, you) {
    const over = Boolean(game.position.outcome);
    this.result.textContent = over ? result(game, you) : "";
    this.result.hidden = this.turning.hidden = !over;
    if (over && !this.asked) this.#ask(game);
  }

  /** Looks for the turning point in the background: the page is complete without it. */
  async #ask(game) {
    this.asked = true;
    this.turning.textContent = "Looking for the turning point …";
    try {
      const asking = () => get(`/games/${game.id}/review`, { brief: true });
      this.#tell(game, await patiently(asking, (sentence) => (this.turning.textContent = sentence), () => true));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.turning.textContent = "";
    }
  }

  #tell(game, review) {
    this.point = review.moves.find((move) => move.lost_the_game) ?? null;
    const show = el("button", { type: "button", class: "inline", onclick: () => this.onShow(this.point) }, "Show it");
    put(this.turning, whole(review.detail), this.point && [" ", show]);
  }
}
