// A board on which every move is judged by the server: for puzzles, and for the steps of a lesson.

import { attempt } from "../net/api.js";
import { el } from "../ui/dom.js";
import { Board } from "./board.js";
import { MoveList } from "./moves.js";
import { Pace } from "./pace.js";
import { textTwin } from "./twin.js";

const TO_THE_END = 40;

/**
 * What comes of a move.
 *
 * @typedef {object} Judged
 * @property {Api.PositionView} position
 * @property {boolean} open whether there is more to find
 * @property {Api.PositionView | null} refutation
 */

/** @template {Judged} Answer */
export class LiveBoard {
  /**
   * @param {object} options
   * @param {(label: string, played: string[]) => Promise<Answer>} options.judge asks what comes of a move after
   *   those played so far
   * @param {(answer: Answer, square: number) => void} options.onTold is called then
   * @param {(sentence: string) => void} options.onSay is called with whatever else there is to say
   */
  constructor({ judge, onTold, onSay }) {
    this.judge = judge;
    this.onTold = onTold;
    this.onSay = onSay;
    this.open = this.asking = false;
    /** @type {Api.PositionView | null} */
    this.view = null;
    /** @type {number | null} */
    this.before = null; // the last move before the line that is shown
    this.board = new Board({ onPlay: (square) => this.#play(square) });
    this.pace = new Pace();
    this.moves = new MoveList((ply) => this.#go(ply));
    this.heading = el("h2");
    this.line = el("section", { class: "shown-line", hidden: true }, this.heading, this.moves.element);
  }

  /**
   * The page around the board: what is asked above it, what is said beside it, the board as text below.
   *
   * @param {string} kind
   * @param {HTMLElement} heading
   * @param {HTMLElement} task
   * @param {HTMLElement[]} side
   */
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

  /**
   * Sets up a position to move in.
   *
   * @param {Api.PositionView} view
   * @param {string} label
   */
  start(view, label) {
    this.board.label = label;
    this.view = view;
    this.before = null;
    this.open = true;
    this.line.hidden = true;
    this.#show(view, view.steps.length - 1);
  }

  /**
   * Draws a whole line of moves, to be stepped through; `last` is the move before it, if there was one.
   *
   * @param {Api.PositionView} view
   * @param {string} heading
   * @param {number | null} last
   */
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
    this.board.focus();
  }

  /** @param {number} square */
  async #play(square) {
    const { view } = this;
    if (this.asking || !view) return;
    if (!this.open) return this.board.refuse(square, "This one is over: try again, or go on.");
    this.asking = true;
    await attempt(async () => {
      const played = view.history.map((move) => move.label);
      const answer = await this.judge(view.board.squares[square], played);
      await this.#tell(answer, view.history.length, square);
    }, this.board.explaining(square, this.onSay)).finally(() => (this.asking = false));
  }

  /**
   * Shows the move that was made, then what the other side does about it.
   *
   * @param {Answer} answer
   * @param {number} before
   * @param {number} square
   */
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
        await new Promise((landed) => this.pace.show(() => landed(null), true));
      }
      this.#show(position, made);
    }
    this.onTold(answer, square);
  }

  /** @param {number} ply */
  #go(ply) {
    const { view } = this;
    if (!view || this.line.hidden) return;
    this.moves.show(view.history, ply);
    this.#show(view, ply, view.history.slice(ply));
  }

  /**
   * @param {Api.PositionView} view
   * @param {number} ply
   * @param {Api.MadeMove[]} line
   */
  #show(view, ply, line = []) {
    const step = view.steps[ply];
    const last = view.history[ply - 1]?.square ?? this.before ?? markedLast(step);
    const { board, signs } = view;
    this.board.show({ board, signs, step, last, active: this.open, line, longest: TO_THE_END });
  }
}

/**
 * Where the last mark stands, in a game in which that matters.
 *
 * @param {Api.PositionStep} step
 */
function markedLast({ cells }) {
  const square = cells.search(/[A-Z]/);
  return square < 0 ? null : square;
}
