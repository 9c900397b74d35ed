// A board on which anyone may move for both sides: in the analysis, in the rules, in a review.

import { Refusal } from "./api.js";
import { Board } from "./board.js";

export class Explorer {
  /** `onChange()` is called after every step; `onSay(sentence)` with why a typed move was refused. */
  constructor(tree, { onChange, label, onSay = () => {} }) {
    this.tree = tree;
    this.onChange = onChange;
    this.onSay = onSay;
    this.board = new Board({ label, onPlay: (square) => this.play(tree.view.board.squares[square], square) });
  }

  /** Shows where the tree stands, with values by square and a line of moves to draw if there are any. */
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

  async play(text, square = null) {
    try {
      await this.tree.play(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (square === null || !error.reason) this.onSay(error.message);
      else this.board.refuse(square, error.message);
      return;
    }
    this.onChange();
  }
}
