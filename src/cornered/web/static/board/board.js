// The board: one SVG that is a grid of squares, for the mouse, the keyboard and a screen reader alike.

import SHAPES from "../shapes.js";
import { around, el, put, still, svg } from "../ui/dom.js";
import { inWords, sign } from "../ui/words.js";
import { drawable } from "./geometry.js";
import { drawn, warned } from "./line.js";
import { draw, knight, mark } from "./pieces.js";

/** @import { Show } from "../net/api.js" */
/** @import { DrawnMove, Point } from "./geometry.js" */

/** @typedef {Map<number, Api.RatedMove>} Rated what each move is worth, by square */

/**
 * What a board shows.
 *
 * @typedef {object} Shown
 * @property {Api.BoardView} board
 * @property {string[]} signs
 * @property {Api.PositionStep} step
 * @property {number | null} [last] the last square that was played
 * @property {Rated | null} [values]
 * @property {boolean} [active] whether squares may be clicked
 * @property {Api.Square[]} [line] moves to draw from there
 * @property {number} [longest] how many of them at most
 * @property {Api.ThreatView[]} [threats]
 */

const { square: SIDE, edge: EDGE, margin: MARGIN, names: NAMES } = SHAPES;
const LONGEST_LINE = 3; // a move, the reply, what follows: more arrows than that hide the board
const LIFT = 30; // how high a knight hops
const REFUSAL_STAYS = 3000;
const ARROWS = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

let boards = 0;

export class Board {
  /**
   * @param {object} options
   * @param {((square: number) => void) | null} [options.onPlay] is called for any square that someone chooses,
   *   legal or not: the server judges
   * @param {string} [options.label]
   * @param {boolean} [options.named]
   */
  constructor({ onPlay = null, label = "Board", named = true } = {}) {
    this.named = named;
    this.margin = named ? MARGIN : EDGE;
    this.onPlay = onPlay;
    this.label = label;
    this.hatching = `hatching-${(boards += 1)}`;
    this.focused = 0;
    this.bubble = el("p", { class: "bubble", hidden: true });
    this.spoken = el("p", { class: "unseen", role: "alert" });
    this.element = el("div", { class: "board" });
    /** @type {(() => void)[]} */
    this.followers = [];
    /** @type {SVGGElement[]} */
    this.cells = [];
    /** @type {SVGGElement[]} */
    this.knights = [];
    /** @type {DrawnMove[]} */
    this.line = [];
    this.drawing = svg("g");
    this.around = svg("rect");
    this.svg = svg("svg");
    this.kind = "";
    /** @type {number | undefined} */
    this.fading = undefined;
    /** @type {Set<number>} */
    this.legal = new Set();
    /** @type {Shown | null} */
    this.shown = null;
  }

  /**
   * Shows a position.
   *
   * @param {Shown} shown
   */
  show(shown) {
    const { board, signs, step, active = false } = shown;
    if (this.#isAnother(board, signs)) this.#build(board, signs);
    const before = this.shown?.step ?? null;
    this.shown = shown;
    this.line = drawable(step, board.knights, shown.line ?? [], shown.longest ?? LONGEST_LINE);
    this.legal = new Set(step.moves.map((move) => move.square));
    this.cells.forEach((cell, square) => this.#update(cell, square, shown, before));
    if (board.knights) this.#placeKnights(step, before);
    this.#ring(shown);
    this.#drawLine(shown);
    this.svg.classList.toggle("active", active);
    this.svg.setAttribute("aria-label", this.label);
    for (const follow of this.followers) follow();
  }

  /** The board that is shown. */
  get view() {
    if (!this.shown) throw new Error("nothing is shown yet");
    return this.shown.board;
  }

  /**
   * Shows why a move was refused: beside its square if a rule refuses it, and else in a sentence to say.
   *
   * @param {number | null} square
   * @param {Show} say
   * @returns {Show}
   */
  explaining(square, say) {
    return (sentence, refusal) => {
      if (square === null || !refusal.reason) say(sentence, refusal);
      else this.refuse(square, sentence);
    };
  }

  /**
   * Says beside a square why it was refused, for three seconds, and to screen readers.
   *
   * @param {number} square
   * @param {string} sentence
   */
  refuse(square, sentence) {
    clearTimeout(this.fading);
    const [x, y] = this.#corner(square);
    const across = (x + SIDE / 2) / this.width;
    const below = y < this.height / 3;
    this.bubble.textContent = sentence;
    this.bubble.hidden = false;
    this.bubble.style.left = `${100 * across}%`;
    this.bubble.style.top = `${(100 * (y + (below ? SIDE : 0))) / this.height}%`;
    // The nearer the square is to an edge of the board, the further the bubble moves towards the middle.
    this.bubble.style.transform = `translate(${-100 * across}%, ${below ? 8 : -108}%)`;
    this.spoken.textContent = sentence;
    this.fading = setTimeout(() => {
      this.bubble.hidden = true;
      this.spoken.textContent = "";
    }, REFUSAL_STAYS);
  }

  /**
   * What a square is, in words: 'B3, empty, legal, wins in 7'.
   *
   * @param {number} square
   */
  describe(square) {
    if (!this.shown) return "";
    const { board, signs, step, last, values, threats = [] } = this.shown;
    const letter = step.cells[square].toLowerCase();
    const pieces = new Map([["a", signs[0]], ["b", signs[1]], ["x", "blocked"], [".", "empty"]]);
    const words = [board.squares[square], pieces.get(letter)];
    if (square === board.winning_square && letter === ".") words.push("the winning square");
    if (this.legal.has(square)) words.push("legal");
    if (square === last) words.push("last move");
    const value = values?.get(square)?.value;
    if (value) words.push(inWords(value));
    if (threats.some(({ move }) => move.square === square)) words.push("loses at once");
    this.line.forEach((move, index) => move.square === square && words.push(this.#inLine(index, signs)));
    return words.join(", ");
  }

  /**
   * The square that an arrow key leads to; the text twin asks too.
   *
   * @param {string} key
   * @param {number} from
   */
  neighbour(key, from) {
    const { rows, cols } = this.view;
    const [down, right] = ARROWS.get(key) ?? [0, 0];
    return inside(Math.floor(from / cols) + down, rows) * cols + inside((from % cols) + right, cols);
  }

  /**
   * Makes this the one square that Tab reaches.
   *
   * @param {number} square
   */
  rove(square) {
    this.cells[this.focused].setAttribute("tabindex", "-1");
    this.focused = square;
    this.cells[square].setAttribute("tabindex", "0");
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.cells[this.focused].focus();
  }

  get width() {
    return this.margin + this.view.cols * SIDE + EDGE;
  }

  get height() {
    return this.margin + this.view.rows * SIDE + EDGE;
  }

  /**
   * Whether the pieces and the names of the squares are those of another game, or the board of another size.
   *
   * @param {Api.BoardView} board
   * @param {string[]} signs
   */
  #isAnother({ rows, cols, squares }, signs) {
    const kind = [rows, cols, squares[0], ...signs].join(" ");
    const another = this.kind !== kind;
    this.kind = kind;
    return another;
  }

  /**
   * @param {Api.BoardView} board
   * @param {string[]} signs
   */
  #build(board, signs) {
    const { rows, cols, squares } = board;
    const width = this.margin + cols * SIDE + EDGE;
    const height = this.margin + rows * SIDE + EDGE;
    this.shown = null;
    this.focused = Math.min(this.focused, rows * cols - 1);
    this.cells = squares.map((_, square) => this.#cell(square, cols));
    const lines = board.row_names.map((_, row) =>
      svg("g", { role: "row" }, this.cells.slice(row * cols, (row + 1) * cols)),
    );
    this.knights = board.knights ? signs.map((text, seat) => knight(seat + 1, text)) : [];
    this.drawing = svg("g", { class: "line-drawn", "aria-hidden": "true" });
    this.around = /** @type {SVGRectElement} */ (draw(SHAPES.around));
    this.svg = svg(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        role: "grid",
        onmousedown: (event) => this.#pointed(event),
        onclick: (event) => this.#chosen(around(event, ".cell")),
        onkeydown: (event) => this.#pressed(event),
      },
      svg("defs", {}, draw(SHAPES.pattern, { id: this.hatching }, draw(SHAPES.hatching))),
      this.named && this.#names(board),
      lines,
      svg("g", { class: "pieces", "aria-hidden": "true" }, this.knights, this.around),
      this.drawing,
    );
    put(this.element, this.svg, this.bubble, this.spoken);
    this.element.style.setProperty("--ratio", String(width / height));
    this.cells[this.focused].setAttribute("tabindex", "0");
  }

  /**
   * @param {number} square
   * @param {number} cols
   */
  #cell(square, cols) {
    const [x, y] = this.#corner(square, cols);
    return svg(
      "g",
      { class: "cell", role: "gridcell", tabindex: "-1", transform: `translate(${x} ${y})`, "data-square": square },
      draw(SHAPES.ground),
      draw(SHAPES.hatch, { fill: `url(#${this.hatching})` }),
      draw(SHAPES.tint),
      draw(SHAPES.goal),
      draw(SHAPES.frame),
      draw(SHAPES.dot),
      draw(SHAPES.ring),
      svg("g", { class: "mark" }),
      draw(SHAPES.value),
    );
  }

  /**
   * @param {number} square
   * @returns {Point}
   */
  #corner(square, cols = this.view.cols) {
    return [this.margin + (square % cols) * SIDE, this.margin + Math.floor(square / cols) * SIDE];
  }

  /** @param {Api.BoardView} board */
  #names(board) {
    const beside = this.margin - NAMES.away;
    const middle = (/** @type {number} */ index) => this.margin + (index + 0.5) * SIDE;
    const columns = board.column_names.map((name, col) =>
      svg("text", { x: middle(col), y: beside, "text-anchor": "middle" }, name),
    );
    const rows = board.row_names.map((name, row) =>
      svg("text", { x: beside, y: middle(row) + NAMES.down, "text-anchor": "end" }, name),
    );
    return svg("g", { class: "names", "aria-hidden": "true" }, columns, rows);
  }

  /**
   * @param {SVGGElement} cell
   * @param {number} square
   * @param {Shown} shown
   * @param {Api.PositionStep | null} before
   */
  #update(cell, square, { board, signs, step, last = null, values }, before) {
    const letter = step.cells[square].toLowerCase();
    const rated = values?.get(square);
    const fresh = before && before.cells[square] !== step.cells[square] && !still();
    cell.classList.toggle("legal", this.legal.has(square));
    cell.classList.toggle("blocked", letter === "x");
    cell.classList.toggle("last", square === last);
    cell.classList.toggle("centre", square === board.winning_square && letter === ".");
    cell.classList.toggle("best", Boolean(rated?.best));
    cell.classList.toggle("rated", Boolean(rated));
    cell.dataset.verdict = rated?.value.verdict ?? "";
    part(cell, ".value").textContent = rated ? sign(rated.value) : "";
    const marks = part(cell, ".mark");
    const seat = board.knights ? -1 : "ab".indexOf(letter);
    put(marks, seat < 0 ? null : mark(seat + 1, signs[seat]));
    if (fresh && letter !== ".") {
      const faded = letter === "x" ? part(cell, ".hatch") : marks;
      faded.animate([{ opacity: 0 }, { opacity: 1 }], 120);
    }
    cell.setAttribute("aria-label", this.describe(square));
  }

  /**
   * @param {Api.PositionStep} step
   * @param {Api.PositionStep | null} before
   */
  #placeKnights(step, before) {
    this.knights.forEach((piece, seat) => {
      const square = step.cells.indexOf("ab"[seat]);
      piece.classList.toggle("captured", square < 0);
      if (square < 0) return;
      const [x, y] = this.#corner(square);
      piece.setAttribute("transform", `translate(${x} ${y})`);
      const from = before ? before.cells.indexOf("ab"[seat]) : square;
      if (from !== square && from >= 0 && !still()) hop(piece, this.#corner(from), [x, y]);
    });
  }

  /**
   * Draws one line around the knight that is trapped, or the square that won.
   *
   * @param {Shown} shown
   */
  #ring({ board, step: { outcome, cells }, last = null }) {
    const loser = outcome?.winner ? cells.indexOf("ab"[2 - outcome.winner]) : -1;
    const square = board.knights && outcome?.reason === "no-moves" ? loser : (last ?? -1);
    const isDrawn = Boolean(outcome) && outcome?.reason !== "resigned" && square >= 0;
    this.around.classList.toggle("drawn", isDrawn);
    if (!isDrawn) return;
    const [x, y] = this.#corner(square);
    this.around.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** @param {Shown} shown */
  #drawLine({ board, step, threats = [] }) {
    const corner = (/** @type {number} */ square) => this.#corner(square);
    put(this.drawing, drawn(this.line, corner), warned(threats, step, board.knights, corner));
  }

  /**
   * What a move of the drawn line is, in words: 'shown as move 2, by K2'.
   *
   * @param {number} index
   * @param {string[]} signs
   */
  #inLine(index, signs) {
    const by = `by ${signs[this.line[index].player - 1]}`;
    return this.line.length === 1 ? `shown as a move ${by}` : `shown as move ${index + 1}, ${by}`;
  }

  /**
   * A click plays and leaves the focus alone, so that the arrow keys still step through the game.
   *
   * @param {MouseEvent} event
   */
  #pointed(event) {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) {
      document.activeElement.blur();
    }
    const cell = around(event, ".cell");
    if (cell) this.rove(Number(cell.dataset.square));
  }

  /** @param {HTMLElement | null} cell */
  #chosen(cell) {
    if (cell && this.onPlay) this.onPlay(Number(cell.dataset.square));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const cell = around(event, ".cell");
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const square = Number(cell.dataset.square);
    if (ARROWS.has(event.key)) {
      this.rove(this.neighbour(event.key, square));
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") this.onPlay?.(square);
    else return;
    event.preventDefault();
  }
}

/**
 * @param {SVGGElement} cell
 * @param {string} selector
 */
function part(cell, selector) {
  return /** @type {SVGElement} */ (cell.querySelector(selector));
}

/**
 * @param {number} value
 * @param {number} count
 */
function inside(value, count) {
  return Math.max(0, Math.min(count - 1, value));
}

/**
 * @param {SVGElement} piece
 * @param {Point} from
 * @param {Point} to
 */
function hop(piece, from, to) {
  const at = (/** @type {Point} */ [x, y], lift = 0) => ({ transform: `translate(${x}px, ${y - lift}px)` });
  const middle = /** @type {const} */ ([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  piece.animate([at(from), at(middle, LIFT), at(to)], { duration: 150, easing: "ease-in-out" });
}
