// The board: one SVG that is a grid of squares, for the mouse, the keyboard and a screen reader alike.

import { el, put, still, svg } from "./dom.js";
import { drawable, drawn, warned } from "./line.js";
import { knight, mark } from "./pieces.js";
import { inWords, sign } from "./words.js";

const CELL = 100;
const EDGE = 8;
const ROOM_FOR_NAMES = 44;
const REFUSAL_STAYS = 3000;

let boards = 0;

export class Board {
  /** `onPlay(square)` is called for any square that someone chooses, legal or not: the server judges. */
  constructor({ onPlay = null, label = "Board", named = true } = {}) {
    this.margin = named ? ROOM_FOR_NAMES : EDGE;
    this.onPlay = onPlay;
    this.label = label;
    this.hatch = `hatch-${(boards += 1)}`;
    this.focused = 0;
    this.bubble = el("p", { class: "bubble", hidden: true });
    this.spoken = el("p", { class: "unseen", role: "alert" });
    this.element = el("div", { class: "board" });
    this.followers = [];
  }

  /**
   * Shows a position: `step` as the API gives it, the last square played, values by square if any, and a line
   * of moves or the threats to draw from there; of a long line the first moves, unless `longest` allows more.
   */
  show({ board, signs, step, last = null, values = null, active = false, line = [], longest, threats = [] }) {
    if (this.#isAnother(board, signs)) this.#build(board, signs);
    const before = this.step;
    Object.assign(this, { board, signs, step, last, values, active, threats });
    this.line = drawable(step, board.knights, line, longest);
    this.legal = new Set(step.moves.map((move) => move.square));
    this.cells.forEach((cell, square) => this.#update(cell, square, before));
    if (board.knights) this.#placeKnights(before);
    this.#ring();
    this.#drawLine();
    this.svg.classList.toggle("active", active);
    this.svg.setAttribute("aria-label", this.label);
    for (const follow of this.followers) follow(this);
  }

  /** Says beside a square why it was refused, for three seconds, and to screen readers. */
  refuse(square, sentence) {
    clearTimeout(this.fading);
    const [x, y] = this.#corner(square);
    const across = (x + CELL / 2) / this.width;
    const below = y < this.height / 3;
    this.bubble.textContent = sentence;
    this.bubble.hidden = false;
    this.bubble.style.left = `${100 * across}%`;
    this.bubble.style.top = `${(100 * (y + (below ? CELL : 0))) / this.height}%`;
    // The nearer the square is to an edge of the board, the further the bubble moves towards the middle.
    this.bubble.style.transform = `translate(${-100 * across}%, ${below ? 8 : -108}%)`;
    this.spoken.textContent = sentence;
    this.fading = setTimeout(() => {
      this.bubble.hidden = true;
      this.spoken.textContent = "";
    }, REFUSAL_STAYS);
  }

  /** What a square is, in words: 'B3, empty, legal, wins in 7'. */
  describe(square) {
    const letter = this.step.cells[square].toLowerCase();
    const piece = { a: this.signs[0], b: this.signs[1], x: "blocked", ".": "empty" }[letter];
    const words = [this.board.squares[square], piece];
    if (square === this.board.winning_square && letter === ".") words.push("the winning square");
    if (this.legal.has(square)) words.push("legal");
    if (square === this.last) words.push("last move");
    const value = this.values?.get(square)?.value;
    if (value) words.push(inWords(value));
    if (this.threats.some(({ move }) => move.square === square)) words.push("loses at once");
    this.line.forEach((move, index) => move.square === square && words.push(this.#inLine(index)));
    return words.join(", ");
  }

  /** The square that an arrow key leads to; the text twin asks too. */
  neighbour(key, from) {
    const row = Math.floor(from / this.cols);
    const col = from % this.cols;
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
    const inside = (value, count) => Math.max(0, Math.min(count - 1, value));
    return inside(row + down, this.rows) * this.cols + inside(col + right, this.cols);
  }

  /** Makes this the one square that Tab reaches. */
  rove(square) {
    this.cells[this.focused].setAttribute("tabindex", "-1");
    this.focused = square;
    this.cells[square].setAttribute("tabindex", "0");
  }

  /** Whether the pieces and the names of the squares are those of another game, or the board of another size. */
  #isAnother({ rows, cols, squares }, signs) {
    const kind = [rows, cols, squares[0], ...signs].join(" ");
    const another = this.kind !== kind;
    this.kind = kind;
    return another;
  }

  #build(board, signs) {
    Object.assign(this, { rows: board.rows, cols: board.cols, signs, step: null });
    this.width = this.margin + board.cols * CELL + EDGE;
    this.height = this.margin + board.rows * CELL + EDGE;
    this.focused = Math.min(this.focused, board.rows * board.cols - 1);
    this.cells = board.squares.map((_, square) => this.#cell(square));
    const rows = board.row_names.map((_, row) =>
      svg("g", { role: "row" }, this.cells.slice(row * board.cols, (row + 1) * board.cols)),
    );
    this.knights = board.knights ? signs.map((text, seat) => knight(seat + 1, text)) : [];
    this.drawing = svg("g", { class: "line-drawn", "aria-hidden": "true" });
    this.around = svg("rect", { class: "around", width: CELL - 10, height: CELL - 10, rx: 14, pathLength: 1 });
    this.svg = svg(
      "svg",
      {
        viewBox: `0 0 ${this.width} ${this.height}`,
        role: "grid",
        onmousedown: (event) => this.#pointed(event),
        onclick: (event) => this.#chosen(event.target.closest(".cell")),
        onkeydown: (event) => this.#pressed(event),
      },
      svg("defs", {}, this.#hatchPattern()),
      this.margin === ROOM_FOR_NAMES && this.#names(board),
      rows,
      svg("g", { class: "pieces", "aria-hidden": "true" }, this.knights, this.around),
      this.drawing,
    );
    put(this.element, this.svg, this.bubble, this.spoken);
    this.element.style.setProperty("--ratio", this.width / this.height);
    this.cells[this.focused].setAttribute("tabindex", "0");
  }

  #cell(square) {
    const [x, y] = this.#corner(square);
    const middle = CELL / 2;
    return svg(
      "g",
      { class: "cell", role: "gridcell", tabindex: "-1", transform: `translate(${x} ${y})`, "data-square": square },
      svg("rect", { class: "ground", width: CELL, height: CELL }),
      svg("rect", { class: "hatch", width: CELL, height: CELL, fill: `url(#${this.hatch})` }),
      svg("rect", { class: "tint", x: 2, y: 2, width: CELL - 4, height: CELL - 4 }),
      svg("path", { class: "goal", d: "M50 36L64 50L50 64L36 50Z" }),
      svg("rect", { class: "frame", x: 4, y: 4, width: CELL - 8, height: CELL - 8, rx: 6 }),
      svg("circle", { class: "dot", cx: middle, cy: middle, r: 6 }),
      svg("circle", { class: "ring", cx: middle, cy: middle, r: 34 }),
      svg("g", { class: "mark" }),
      svg("text", { class: "value", x: middle, y: middle + 10, "text-anchor": "middle" }),
    );
  }

  #corner(square) {
    return [this.margin + (square % this.cols) * CELL, this.margin + Math.floor(square / this.cols) * CELL];
  }

  #hatchPattern() {
    return svg(
      "pattern",
      { id: this.hatch, width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("line", { class: "hatching", x1: 0, y1: 0, x2: 0, y2: 12 }),
    );
  }

  #names(board) {
    const columns = board.column_names.map((name, col) =>
      svg("text", { x: this.margin + (col + 0.5) * CELL, y: this.margin - 14, "text-anchor": "middle" }, name),
    );
    const rows = board.row_names.map((name, row) =>
      svg("text", { x: this.margin - 14, y: this.margin + (row + 0.5) * CELL + 9, "text-anchor": "end" }, name),
    );
    return svg("g", { class: "names", "aria-hidden": "true" }, columns, rows);
  }

  #update(cell, square, before) {
    const letter = this.step.cells[square].toLowerCase();
    const rated = this.values?.get(square);
    const fresh = before && before.cells[square] !== this.step.cells[square] && !still();
    cell.classList.toggle("legal", this.legal.has(square));
    cell.classList.toggle("blocked", letter === "x");
    cell.classList.toggle("last", square === this.last);
    cell.classList.toggle("centre", square === this.board.winning_square && letter === ".");
    cell.classList.toggle("best", Boolean(rated?.best));
    cell.classList.toggle("rated", Boolean(rated));
    cell.dataset.verdict = rated?.value.verdict ?? "";
    cell.querySelector(".value").textContent = rated ? sign(rated.value) : "";
    const marks = cell.querySelector(".mark");
    const seat = this.board.knights ? -1 : "ab".indexOf(letter);
    put(marks, seat < 0 ? null : mark(seat + 1, this.signs[seat]));
    if (fresh && letter !== ".") {
      const faded = letter === "x" ? cell.querySelector(".hatch") : marks;
      faded.animate([{ opacity: 0 }, { opacity: 1 }], 120);
    }
    cell.setAttribute("aria-label", this.describe(square));
  }

  #placeKnights(before) {
    this.knights.forEach((piece, seat) => {
      const square = this.step.cells.indexOf("ab"[seat]);
      piece.classList.toggle("captured", square < 0);
      if (square < 0) return;
      const [x, y] = this.#corner(square);
      piece.setAttribute("transform", `translate(${x} ${y})`);
      const from = before ? before.cells.indexOf("ab"[seat]) : square;
      if (from !== square && from >= 0 && !still()) this.#hop(piece, this.#corner(from), [x, y]);
    });
  }

  #hop(piece, from, to) {
    const at = ([x, y], lift = 0) => ({ transform: `translate(${x}px, ${y - lift}px)` });
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    piece.animate([at(from), at(middle, 30), at(to)], { duration: 150, easing: "ease-in-out" });
  }

  /** Draws one line around the knight that is trapped, or the square that won. */
  #ring() {
    const outcome = this.step.outcome;
    const loser = outcome ? this.step.cells.indexOf("ab"[2 - outcome.winner]) : -1;
    const square = this.board.knights && outcome?.reason === "no-moves" ? loser : (this.last ?? -1);
    const shown = Boolean(outcome) && outcome.reason !== "resigned" && square >= 0;
    this.around.classList.toggle("drawn", shown);
    if (!shown) return;
    const [x, y] = this.#corner(square);
    this.around.setAttribute("transform", `translate(${x + 5} ${y + 5})`);
  }

  #drawLine() {
    const corner = (square) => this.#corner(square);
    const threats = warned(this.threats, this.step, this.board.knights, corner);
    put(this.drawing, drawn(this.line, corner), threats);
  }

  /** What a move of the drawn line is, in words: 'shown as move 2, by K2'. */
  #inLine(index) {
    const by = `by ${this.signs[this.line[index].player - 1]}`;
    return this.line.length === 1 ? `shown as a move ${by}` : `shown as move ${index + 1}, ${by}`;
  }

  /** A click plays and leaves the focus alone, so that the arrow keys still step through the game. */
  #pointed(event) {
    event.preventDefault();
    document.activeElement?.blur();
    const cell = event.target.closest(".cell");
    if (cell) this.rove(Number(cell.dataset.square));
  }

  #chosen(cell) {
    if (cell && this.onPlay) this.onPlay(Number(cell.dataset.square));
  }

  #pressed(event) {
    const cell = event.target.closest(".cell");
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const square = Number(cell.dataset.square);
    if (event.key.startsWith("Arrow")) {
      this.rove(this.neighbour(event.key, square));
      this.cells[this.focused].focus();
    } else if (event.key === "Enter" || event.key === " ") this.onPlay?.(square);
    else return;
    event.preventDefault();
  }
}
