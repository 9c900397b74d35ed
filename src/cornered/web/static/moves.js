// The moves of a game as a list that the arrow keys step through.

import { el, onArrows, put } from "./dom.js";

export class MoveList {
  /** `onGo(ply)` is called with how many moves to show. */
  constructor(onGo) {
    this.onGo = onGo;
    onArrows((by) => this.#step(this.ply + by));
    this.list = el("ol", { class: "moves", "aria-label": "Moves", onkeydown: (event) => this.#pressed(event) });
    this.empty = el("p", { class: "quiet" }, "No moves yet.");
    this.element = el("div", {}, this.list, this.empty);
  }

  show(history, ply) {
    this.count = history.length;
    this.ply = ply;
    const held = this.list.contains(document.activeElement);
    put(
      this.list,
      history.map((move, index) => this.#item(move, index, ply)),
    );
    this.empty.hidden = history.length > 0;
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.scrollTop = current.parentElement.offsetTop - this.list.clientHeight / 2;
    if (held) (current ?? this.list.querySelector("button"))?.focus();
  }

  #item(move, index, ply) {
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

  #pressed(event) {
    const to = {
      ArrowUp: this.ply - 1,
      ArrowDown: this.ply + 1,
      Home: 0,
      End: this.count,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#step(to);
  }

  #step(to) {
    if (to >= 0 && to <= this.count) this.onGo(to);
  }
}
