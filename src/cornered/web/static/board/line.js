// A line of moves drawn on the board: an arrow for a knight, a ring for a mark, numbered in the order of play.

import SHAPES from "../shapes.js";
import { svg } from "../ui/dom.js";
import { arrow, numberAt } from "./geometry.js";
import { draw } from "./pieces.js";

/** @import { DrawnMove, Point } from "./geometry.js" */
/** @typedef {(square: number) => Point} Corner gives the corner of a square */

const { line: LINE, square: SIDE } = SHAPES;

/**
 * A line as it is drawn, its numbers above everything.
 *
 * @param {DrawnMove[]} moves
 * @param {Corner} corner
 */
export function drawn(moves, corner) {
  const shapes = moves.map((move) => coloured(move.player, shape(move, corner)));
  const numbers = moves.map((move, index) => coloured(move.player, badge(move, index + 1, corner)));
  return moves.length > 1 ? [...shapes, ...numbers] : shapes;
}

/**
 * A sign on each square where a move loses at once, and the other side's piece on its way to the reply.
 *
 * @param {Api.ThreatView[]} threats
 * @param {Api.PositionStep} step
 * @param {boolean} knights
 * @param {Corner} corner
 */
export function warned(threats, step, knights, corner) {
  const player = 3 - step.to_move;
  const from = knights ? step.cells.toLowerCase().indexOf("ab"[player - 1]) : null;
  const replies = new Set(threats.map(({ reply }) => reply.square));
  return [
    ...[...replies].map((square) => coloured(player, shape({ from, square }, corner))),
    ...threats.map(({ move }) => danger(corner(move.square))),
  ];
}

/** @param {Point} corner */
function danger([x, y]) {
  const [circle, text] = SHAPES.danger;
  return svg("g", { class: "danger", transform: `translate(${x} ${y})` }, draw(circle), draw(text, {}, "!"));
}

/**
 * @param {number} player
 * @param {SVGElement} child
 */
function coloured(player, child) {
  return svg("g", { class: `line-move p${player}` }, child);
}

/**
 * @param {Pick<DrawnMove, "from" | "square">} move
 * @param {Corner} corner
 */
function shape({ from, square }, corner) {
  const [x, y] = middle(corner(square));
  if (from === null) return draw(LINE.ring, { cx: x, cy: y });
  return svg("path", { class: "line-arrow", ...arrow(middle(corner(from)), [x, y], LINE.arrow) });
}

/**
 * @param {DrawnMove} move
 * @param {number} number
 * @param {Corner} corner
 */
function badge({ from, square }, number, corner) {
  const begin = from === null ? null : middle(corner(from));
  const [x, y] = numberAt(begin, middle(corner(square)), LINE.number);
  const [circle, text] = LINE.badge;
  const props = { class: "line-number", transform: `translate(${x} ${y})` };
  return svg("g", props, draw(circle), draw(text, {}, number));
}

/**
 * @param {Point} corner
 * @returns {Point}
 */
function middle([x, y]) {
  return [x + SIDE / 2, y + SIDE / 2];
}
