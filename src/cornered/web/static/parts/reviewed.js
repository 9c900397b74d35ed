// What a review says of a move, from its values alone.

import { inWords, whole } from "../ui/words.js";

/** @typedef {Pick<Api.ReviewedMoveView, "before" | "after">} Valued */

/**
 * Whether both values of a move are known.
 *
 * @param {Valued} move
 */
export function isKnown({ before, after }) {
  return before.verdict !== "unknown" && after.verdict !== "unknown";
}

/**
 * Whether a move changed who wins.
 *
 * @param {Valued} move
 */
export function isMistake(move) {
  return isKnown(move) && move.before.verdict !== move.after.verdict;
}

/**
 * Whether there was something better: another result, or the same one sooner or later.
 *
 * @param {Valued} move
 */
export function isWorthARetry(move) {
  const { before, after } = move;
  const timed = isKnown(move) && before.plies !== null && after.plies !== null;
  return isMistake(move) || (timed && before.plies !== after.plies);
}

/**
 * The moves that refute a mistake, to be drawn: the review names the squares as the book does.
 *
 * @param {Api.ReviewedMoveView} move
 * @param {Api.BoardView} board
 */
export function refutation(move, board) {
  return move.refutation.map((label) => ({ square: board.squares.indexOf(label), label }));
}

/**
 * How the other side makes a mistake felt: 'After C2, Player 2 plays D3 and wins.'
 *
 * @param {Api.ReviewedMoveView} move
 * @param {Pick<Api.GameView, "seats">} game
 */
export function refuted({ player, move, after, refutation: [reply] }, { seats }) {
  if (!reply) return "";
  return `After ${move}, ${seats[2 - player].name} plays ${reply} and wins${after.plies === 2 ? " at once" : ""}.`;
}

/**
 * A move in a sentence or two.
 *
 * @param {Api.ReviewedMoveView} move
 * @param {Pick<Api.GameView, "seats">} game
 */
export function judged(move, game) {
  if (!isKnown(move)) return "The value of this move was not found in time.";
  const judgement = move.judgement[0].toUpperCase() + move.judgement.slice(1);
  return whole(`${judgement}: ${move.move} ${inWords(move.after)}. ${refuted(move, game)}`);
}
