// One bar per move: up if Player 1 is winning after it, down if Player 2 is, with a flag on the move that decided.

import { el } from "../ui/dom.js";
import { sign } from "../ui/words.js";
import { isMistake } from "./reviewed.js";

export class BarGraph {
  /**
   * @param {Api.ReviewView} review
   * @param {(ply: number) => void} onGo
   */
  constructor(review, onGo) {
    this.onGo = onGo;
    const longest = Math.max(1, ...review.moves.map((move) => move.after.plies ?? 0));
    this.buttons = review.moves.map((move) => this.#bar(move, longest));
    this.list = el(
      "ol",
      { class: "bars", "aria-label": "The game by value" },
      this.buttons.map((button) => el("li", {}, button)),
    );
    this.element = el(
      "section",
      { class: "graph" },
      el("p", { class: "quiet" }, "Up: Player 1 wins with best play. Down: Player 2 does. The taller the bar, the sooner."),
      this.list,
    );
  }

  /** @param {number} ply */
  mark(ply) {
    const held = this.list.contains(document.activeElement);
    this.buttons.forEach((button, index) => {
      const current = index + 1 === ply;
      button.tabIndex = current || (ply === 0 && index === 0) ? 0 : -1;
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (current && held) button.focus();
    });
  }

  /**
   * @param {Api.ReviewedMoveView} move
   * @param {number} longest
   */
  #bar(move, longest) {
    const { lost_the_game: decided, after } = move;
    const winning = after.verdict === "win" ? move.player : after.verdict === "loss" ? 3 - move.player : null;
    const side = winning ? `p${winning}` : "nobody";
    const winner = winning ? `Player ${winning} wins` : sign(after);
    const mistake = isMistake(move) || decided;
    const remark = decided ? ", decided the game" : mistake ? ", a mistake" : "";
    const button = el(
      "button",
      {
        type: "button",
        class: `bar ${side}${decided ? " decided" : ""}`,
        "aria-label": `Move ${move.ply}, ${move.move}: ${winner}${remark}`,
        title: `${move.ply}. ${move.move} ${sign(after)}`,
        onclick: () => this.onGo(move.ply),
      },
      el("span", { class: "column" }),
      el("span", { class: "flag" }, decided ? "⚑" : mistake ? "?" : ""),
    );
    const height = after.plies === null ? 0.5 : 1 - (0.7 * after.plies) / longest;
    button.style.setProperty("--height", height.toFixed(3));
    return button;
  }
}
