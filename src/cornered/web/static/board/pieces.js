// The shapes that boards are drawn with, as elements.

import SHAPES from "../shapes.js";
import { svg } from "../ui/dom.js";

/** @import { Child, Props } from "../ui/dom.js" */

/** @typedef {{ tag: string, [attribute: string]: string | number | undefined }} Shape */

/**
 * A shape as an element, with what else there is to say about it.
 *
 * @param {Shape} shape
 * @param {Props} more
 * @param {Child[]} children
 */
export function draw({ tag, ...attributes }, more = {}, ...children) {
  return svg(/** @type {keyof SVGElementTagNameMap} */ (tag), { ...attributes, ...more }, ...children);
}

/**
 * @param {number} player
 * @param {string} sign
 */
export function knight(player, sign) {
  return piece(player, sign, SHAPES.pieces.knight);
}

/**
 * @param {number} player
 * @param {string} sign
 */
export function mark(player, sign) {
  const { X, O, other } = SHAPES.pieces;
  return piece(player, sign, sign === "X" ? X : sign === "O" ? O : other);
}

/**
 * @param {number} player
 * @param {string} sign
 * @param {Shape[]} shapes
 */
function piece(player, sign, shapes) {
  const parts = shapes.map((shape) => draw(shape, {}, shape.tag === "text" && sign));
  return svg("g", { class: `piece p${player}` }, parts);
}
