// A board on which anyone may move for both sides: in the analysis, in the rules, in a review.

import { attempt } from "../net/api.js";
import { Board } from "./board.js";

/** @import { Rated } from "./board.js" */
/** @import { Tree } from "./tree.js" */

export class Explorer {
  /**
   * @param {Tree} tree
   * @param {object} options
   * @param {() => void} options.onChange is called after every step
   * @param {string} options.label
   * @param {(sentence: string) => void} [options.onSay] gets why a typed move was refused
   */
  constructor(tree, { onChange, label, onSay = () => {} }) {
    this.tree = tree;
    this.onChange = onChange;
    this.onSay = onSay;
    this.board = new Board({ label, onPlay: (square) => this.play(tree.view.board.squares[square], square) });
  }

  /**
   * Shows where the tree stands, with values by square and a line of moves to draw if there are any.
   *
   * @param {Rated | null} values
   * @param {Api.Square[]} line
   */
  show(values = null, line = []) {
    const { view, at } = this.tree;
    this.board.show({
      board: view.board,
      signs: view.signs,
      step: at.step,
      last: at.move?.square ?? null,
      values,
      active: !at.step.outcome,
      line,
    });
  }

  /**
   * @param {string} text
   * @param {number | null} square
   */
  async play(text, square = null) {
    await attempt(async () => {
      await this.tree.play(text);
      this.onChange();
    }, this.board.explaining(square, this.onSay));
  }
}
