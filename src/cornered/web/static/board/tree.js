// A tree of moves from one position: the line that is looked at, and every variation that was tried.

import { get } from "../net/api.js";
import { lineText } from "../ui/words.js";

/**
 * A move, what led to it, what follows it, and the position that it leads to.
 *
 * @typedef {object} Node
 * @property {Api.MadeMove} move
 * @property {Node | Root} parent
 * @property {Node[]} children
 * @property {Api.PositionStep} step
 */

/** @typedef {{ move: null, parent: null, children: Node[], step: Api.PositionStep }} Root */

export class Tree {
  /**
   * Begins with a line from a position; `ply` tells how much of it is shown.
   *
   * @param {string} start
   * @param {number | null} ply
   */
  static async load(start, moves = "", ply = null) {
    const view = await get("/positions", { start, moves });
    const tree = new Tree(view);
    tree.at = tree.#along(view);
    if (ply !== null) tree.go(Math.max(0, Math.min(ply, view.history.length)));
    return tree;
  }

  /** @param {Api.PositionView} view */
  constructor(view) {
    this.view = view;
    /** @type {Root} */
    this.root = { move: null, parent: null, children: [], step: view.steps[0] };
    /** @type {Node | Root} */
    this.at = this.root;
  }

  /** The nodes from the first move to the one that is shown. */
  get path() {
    return pathTo(this.at);
  }

  /** The moves shown so far, and those that follow on the same line. */
  get line() {
    const nodes = this.path;
    for (let node = this.at.children[0]; node; node = node.children[0]) nodes.push(node);
    return nodes.map((node) => node.move);
  }

  get moves() {
    return this.path.map((node) => node.move);
  }

  get ply() {
    return this.path.length;
  }

  /**
   * Shows the position after `ply` moves of the line.
   *
   * @param {number} ply
   */
  go(ply) {
    while (this.at.parent && this.ply > ply) this.at = this.at.parent;
    while (this.at.children.length && this.ply < ply) this.at = this.at.children[0];
  }

  /**
   * Plays a move, along a variation that is there or on a new one; the server refuses what is not legal.
   *
   * @param {string} text
   */
  async play(text) {
    const moves = [lineText(this.moves), text].filter(Boolean).join("_");
    this.at = this.#along(await get("/positions", { start: this.view.start, moves }));
  }

  /** @param {Api.PositionView} view */
  #along(view) {
    /** @type {Node | Root} */
    let node = this.root;
    for (const [index, move] of view.history.entries()) {
      /** @type {Node | undefined} */
      let next = node.children.find((child) => child.move.square === move.square);
      if (!next) {
        next = { move, parent: node, children: [], step: view.steps[index + 1] };
        node.children.push(next);
      }
      node = next;
    }
    return node;
  }
}

/**
 * The nodes from the first move to this one.
 *
 * @param {Node | Root} node
 */
export function pathTo(node) {
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}
