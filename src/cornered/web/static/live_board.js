// A board on which every move is judged by the server: for puzzles, and for the steps of a lesson.

import { Refusal } from "./api.js";
import { Board } from "./board.js";
import { el } from "./dom.js";
import { MoveList } from "./moves.js";
import { Pace } from "./pace.js";
import { textTwin } from "./twin.js";

const TO_THE_END = 40;

export class LiveBoard {
  /**
   * `judge(label, played)` asks what comes of a move after those played so far, and answers with `{position, open,
   * refutation}`; `onTold(answer)` is called then, `onSay(sentence)` with whatever else there is to say.
   */
  constructor({ judge, onTold, onSay }) {
    Object.assign(this, { judge, onTold, onSay });
    this.board = new Board({ onPlay: (square) => this.#play(square) });
    this.pace = new Pace();
    this.moves = new MoveList((ply) => this.#go(ply));
    this.heading = el("h2");
    this.line = el("section", { class: "shown-line", hidden: true }, this.heading, this.moves.element);
  }

  /** The page around the board: what is asked above it, what is said beside it, the board as text below. */
  page(kind, heading, task, side) {
    return el(
      "div",
      { class: `board-page puzzle ${kind}`.trim() },
      heading,
      task,
      el("div", { class: "stage" }, this.board.element),
      el("div", { class: "side" }, side),
      textTwin(this.board),
    );
  }

  /** Sets up a position to move in. */
  start(view, label) {
    this.board.label = label;
    this.view = view;
    this.before = null;
    this.open = true;
    this.line.hidden = true;
    this.#show(view, view.steps.length - 1);
  }

  /** Draws a whole line of moves, to be stepped through; `last` is the move before it, if there was one. */
  follow(view, heading, last = null) {
    this.view = view;
    this.before = last;
    this.open = false;
    this.heading.textContent = heading;
    this.line.hidden = false;
    this.#go(0);
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.board.cells[this.board.focused].focus();
  }

  async #play(square) {
    if (this.asking) return;
    if (!this.open) return this.board.refuse(square, "This one is over: try again, or go on.");
    this.asking = true;
    const before = this.view.history.length;
    try {
      const played = this.view.history.map((move) => move.label);
      const answer = await this.judge(this.view.board.squares[square], played);
      await this.#tell(answer, before, square);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason) this.board.refuse(square, error.message);
      else this.onSay(error.message);
    } finally {
      this.asking = false;
    }
  }

  /** Shows the move that was made, then what the other side does about it. */
  async #tell(answer, before, square) {
    const { position, refutation } = answer;
    const made = position.history.length;
    if (refutation) this.follow(refutation, "How it is refuted", square);
    else {
      this.view = position;
      this.open = answer.open;
      if (made > before + 1) {
        this.#show(position, before + 1);
        this.pace.landing();
        await new Promise((landed) => this.pace.show(landed, true));
      }
      this.#show(position, made);
    }
    this.onTold(answer, square);
  }

  #go(ply) {
    if (this.line.hidden) return;
    this.moves.show(this.view.history, ply);
    this.#show(this.view, ply, this.view.history.slice(ply));
  }

  #show(view, ply, line = []) {
    const step = view.steps[ply];
    const last = view.history[ply - 1]?.square ?? this.before ?? markedLast(step);
    const { board, signs } = view;
    this.board.show({ board, signs, step, last, active: this.open, line, longest: TO_THE_END });
  }
}

/** Where the last mark stands, in a game in which that matters. */
function markedLast({ cells }) {
  const square = cells.search(/[A-Z]/);
  return square < 0 ? null : square;
}
