// The board's text twin: a table with the same labels and the same focus.

import { around, el, put } from "../ui/dom.js";

/** @import { Board } from "./board.js" */

/**
 * A folded table beside the board that says in words what the board shows.
 *
 * @param {Board} board
 */
export function textTwin(board) {
  const body = el("tbody");
  const table = el("table", { class: "twin" }, el("caption", { class: "unseen" }, "The board as text"), body);
  /** @type {HTMLButtonElement[]} */
  let squares = [];
  table.addEventListener("click", (event) => choose(around(event, "button")));
  table.addEventListener("keydown", (event) => {
    const from = around(event, "button");
    if (!from || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    focusOn(board.neighbour(event.key, Number(from.dataset.square)));
  });
  board.followers.push(update);
  return el("details", { class: "twin-box" }, el("summary", {}, "Board as text"), table);

  function update() {
    const focused = squares.findIndex((button) => button === document.activeElement);
    squares = board.view.squares.map((_, square) => {
      const tabindex = square === board.focused ? 0 : -1;
      return el("button", { type: "button", "data-square": square, tabindex }, board.describe(square));
    });
    const { cols } = board.view;
    const rows = board.view.row_names.map((name, row) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, `Row ${name}`),
        squares.slice(row * cols, (row + 1) * cols).map((button) => el("td", {}, button)),
      ),
    );
    put(body, rows);
    if (focused >= 0) squares[focused].focus();
  }

  /** @param {number} square */
  function focusOn(square) {
    squares[board.focused].tabIndex = -1;
    board.rove(square);
    squares[square].tabIndex = 0;
    squares[square].focus();
  }

  /** @param {HTMLElement | null} button */
  function choose(button) {
    if (button) board.onPlay?.(Number(button.dataset.square));
  }
}
