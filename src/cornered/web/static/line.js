// A line of moves drawn on the board: an arrow for a knight, a ring for a mark, numbered in the order of play.

import { svg } from "./dom.js";

const LONGEST = 3; // a move, the reply, what follows: more arrows than that hide the board
const CELL = 100;
const ASIDE = 33; // how far left of the middle and above it the number of a ring stands

/**
 * The moves of a line as things to draw, each `{square, from, player}`; `from` is null where a mark is set.
 * `step` is the position that the line begins in, as the API gives it; of a longer line only the first moves.
 */
export function drawable(step, knights, line, longest = LONGEST) {
  const cells = step.cells.toLowerCase();
  const at = [cells.indexOf("a"), cells.indexOf("b")];
  let player = step.to_move;
  return line.slice(0, longest).map(({ square }) => {
    const move = { square, from: knights ? at[player - 1] : null, player };
    at[player - 1] = square;
    player = 3 - player;
    return move;
  });
}

/** A line as it is drawn, its numbers above everything; `corner(square)` gives the corner of a square. */
export function drawn(moves, corner) {
  const shapes = moves.map((move) => coloured(move, shape(move, corner)));
  const numbers = moves.map((move, index) => coloured(move, badge(numbered(move, corner), index + 1)));
  return moves.length > 1 ? [...shapes, ...numbers] : shapes;
}

/** A sign on each square where a move loses at once, and the other side's piece on its way to the reply. */
export function warned(threats, step, knights, corner) {
  const player = 3 - step.to_move;
  const from = knights ? step.cells.toLowerCase().indexOf("ab"[player - 1]) : null;
  const replies = new Set(threats.map(({ reply }) => reply.square));
  return [
    ...[...replies].map((square) => coloured({ player }, shape({ from, square }, corner))),
    ...threats.map(({ move }) => danger(corner(move.square))),
  ];
}

function danger([x, y]) {
  return svg(
    "g",
    { class: "danger", transform: `translate(${x + CELL - 20} ${y + 20})` },
    svg("circle", { r: 15 }),
    svg("text", { y: 8, "text-anchor": "middle" }, "!"),
  );
}

function coloured({ player }, child) {
  return svg("g", { class: `line-move p${player}` }, child);
}

function shape({ from, square }, corner) {
  const [x, y] = middle(corner(square));
  return from === null ? ring(x, y) : arrow(middle(corner(from)), [x, y]);
}

/** Where the number of a move stands: beside its ring, so that the value inside can be read, or on its arrow. */
function numbered({ from, square }, corner) {
  const end = middle(corner(square));
  return from === null ? end.map((value) => value - ASIDE) : middle(corner(from)).map((value, axis) => value + (end[axis] - value) * 0.45);
}

function middle([x, y]) {
  return [x + CELL / 2, y + CELL / 2];
}

function ring(x, y) {
  return svg("circle", { class: "line-ring", cx: x, cy: y, r: 36 });
}

function badge([x, y], number) {
  return svg(
    "g",
    { class: "line-number" },
    svg("circle", { cx: x, cy: y, r: 16 }),
    svg("text", { x, y: y + 7, "text-anchor": "middle" }, String(number)),
  );
}

/** A slim arrow, drawn lying to the right and turned: it leaves the piece and the value of its end readable. */
function arrow(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const tip = Math.hypot(dx, dy) - 32;
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  return svg("path", {
    class: "line-arrow",
    d: `M34 -5H${tip - 26}V-17L${tip} 0L${tip - 26} 17V5H34Z`,
    transform: `translate(${from[0]} ${from[1]}) rotate(${degrees})`,
  });
}
