// The moves of a game as a list that the arrow keys step through.

import { el, onArrows, put } from "../ui/dom.js";

export class MoveList {
  /** @param {(ply: number) => void} onGo is called with how many moves to show */
  constructor(onGo) {
    this.onGo = onGo;
    this.count = this.ply = 0;
    onArrows((by) => this.#step(this.ply + by));
    this.list = el("ol", { class: "moves", "aria-label": "Moves", onkeydown: (event) => this.#pressed(event) });
    this.empty = el("p", { class: "quiet" }, "No moves yet.");
    this.element = el("div", {}, this.list, this.empty);
  }

  /**
   * @param {Api.MadeMove[]} history
   * @param {number} ply
   */
  show(history, ply) {
    this.count = history.length;
    this.ply = ply;
    const held = this.list.contains(document.activeElement);
    put(this.list, history.map((move, index) => this.#item(move, index)));
    this.empty.hidden = history.length > 0;
    /** @type {HTMLElement | null} */
    const current = this.list.querySelector("[aria-current]");
    if (current?.parentElement) this.list.scrollTop = current.parentElement.offsetTop - this.list.clientHeight / 2;
    if (held) (current ?? this.list.querySelector("button"))?.focus();
  }

  /**
   * @param {Api.MadeMove} move
   * @param {number} index
   */
  #item(move, index) {
    const { ply } = this;
    const current = index + 1 === ply;
    const button = el(
      "button",
      {
        type: "button",
        "aria-current": current ? "step" : null,
        tabindex: current || (ply === 0 && index === 0) ? 0 : -1,
        onclick: () => this.onGo(index + 1),
      },
      move.label,
    );
    return el("li", { class: `by${move.player}` }, button);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const places = new Map([
      ["ArrowUp", this.ply - 1],
      ["ArrowDown", this.ply + 1],
      ["Home", 0],
      ["End", this.count],
    ]);
    const to = places.get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    this.#step(to);
  }

  /** @param {number} to */
  #step(to) {
    if (to >= 0 && to <= this.count) this.onGo(to);
  }
}
