// A tree of moves from one position: the line that is looked at, and every variation that was tried.

import { get } from "./api.js";
import { lineText } from "./words.js";

export class Tree {
  /** Begins with a line from a position; `ply` tells how much of it is shown. */
  static async load(start, moves = "", ply = null) {
    const view = await get("/positions", { start, moves });
    const tree = new Tree(view);
    tree.at = tree.#along(view);
    if (ply !== null) tree.go(Math.max(0, Math.min(ply, view.history.length)));
    return tree;
  }

  constructor(view) {
    this.view = view;
    this.root = { move: null, parent: null, children: [], step: view.steps[0] };
    this.at = this.root;
  }

  /** The nodes from the first move to the one that is shown. */
  get path() {
    const nodes = [];
    for (let node = this.at; node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
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

  /** Shows the position after `ply` moves of the line. */
  go(ply) {
    while (this.at.parent && this.ply > ply) this.at = this.at.parent;
    while (this.at.children.length && this.ply < ply) this.at = this.at.children[0];
  }

  /** Plays a move, along a variation that is there or on a new one; the server refuses what is not legal. */
  async play(text) {
    const moves = [lineText(this.moves), text].filter(Boolean).join("_");
    this.at = this.#along(await get("/positions", { start: this.view.start, moves }));
  }

  #along(view) {
    let node = this.root;
    view.history.forEach((move, index) => {
      let next = node.children.find((child) => child.move.square === move.square);
      if (!next) {
        next = { move, parent: node, children: [], step: view.steps[index + 1] };
        node.children.push(next);
      }
      node = next;
    });
    return node;
  }
}
