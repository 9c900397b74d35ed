// The end of a game: who won, by what, and where it turned.

import { attempt, get, patiently } from "../net/api.js";
import { el, put } from "../ui/dom.js";
import { result, whole } from "../ui/words.js";

export class Ending {
  /** @param {(move: Api.ReviewedMoveView) => void} onShow is called with the move that someone wants to see */
  constructor(onShow) {
    this.onShow = onShow;
    this.asked = false;
    this.result = el("p", { class: "result" });
    this.turning = el("p", { class: "turning", "aria-live": "polite" });
  }

  /**
   * @param {Api.GameView} game
   * @param {number[]} you
   */
  draw(game, you) {
    const over = Boolean(game.position.outcome);
    this.result.textContent = over ? result(game, you) : "";
    this.result.hidden = this.turning.hidden = !over;
    if (over && !this.asked) this.#ask(game.id);
  }

  /**
   * Looks for the turning point in the background: the page is complete without it.
   *
   * @param {number} number
   */
  async #ask(number) {
    this.asked = true;
    this.turning.textContent = "Looking for the turning point …";
    const say = (/** @type {string} */ sentence) => (this.turning.textContent = sentence);
    const asking = () => get("/games/{number}/review", { number, brief: true });
    const review = await attempt(() => patiently(asking, say), () => say(""));
    if (review) this.#tell(review);
  }

  /** @param {Api.ReviewView} review */
  #tell({ moves, detail }) {
    const point = moves.find((move) => move.lost_the_game);
    const show = () => point && this.onShow(point);
    put(
      this.turning,
      whole(detail),
      point && [" ", el("button", { type: "button", class: "inline", onclick: show }, "Show it")],
    );
  }
}
