// Where the shapes of a line of moves stand, in the units of the board.

/** @typedef {readonly [x: number, y: number]} Point */

/** @typedef {{ square: number, from: number | null, player: number }} DrawnMove `from` is null where a mark is set */

/**
 * The moves of a line as things to draw.
 *
 * @param {Pick<Api.PositionStep, "cells" | "to_move">} step the position that the line begins in
 * @param {boolean} knights
 * @param {readonly Api.Square[]} line
 * @param {number} longest of a longer line only the first moves
 * @returns {DrawnMove[]}
 */
export function drawable(step, knights, line, longest) {
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

/**
 * A slim arrow from the middle of a square to another's, lying to the right, and how it is moved and turned: it
 * leaves the piece and the value of its end readable.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {{ begins: number, ends: number, half: number, head: number, barb: number }} sizes
 */
export function arrow(from, to, { begins, ends, half, head, barb }) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const tip = Math.hypot(dx, dy) - ends;
  const neck = tip - head;
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  return {
    d: `M${begins} ${-half}H${neck}V${-barb}L${tip} 0L${neck} ${barb}V${half}H${begins}Z`,
    transform: `translate(${from[0]} ${from[1]}) rotate(${degrees})`,
  };
}

/**
 * Where the number of a move stands: on its arrow, or beside its ring, so that the value inside can be read.
 *
 * @param {Point | null} from
 * @param {Point} to
 * @param {{ along: number, aside: number }} sizes
 * @returns {Point}
 */
export function numberAt(from, to, { along, aside }) {
  if (!from) return [to[0] - aside, to[1] - aside];
  return [from[0] + (to[0] - from[0]) * along, from[1] + (to[1] - from[1]) * along];
}
