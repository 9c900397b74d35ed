// The pace of a game: the other side's piece moves after yours has landed.

import { still } from "../ui/dom.js";

const LANDING = 600; // milliseconds: the hop, and a breath

export class Pace {
  constructor() {
    this.free = 0;
    /** @type {(() => void) | null} */
    this.next = null;
    /** @type {number | undefined} */
    this.waiting = undefined;
  }

  /** Nothing else is shown until the piece that moves now has landed. */
  landing() {
    if (!still()) this.free = performance.now() + LANDING;
  }

  /**
   * Shows something now or, if it may wait, after the landing; what comes later replaces what still waits.
   *
   * @param {() => void} draw
   * @param {boolean} mayWait
   */
  show(draw, mayWait) {
    clearTimeout(this.waiting);
    const wait = mayWait ? this.free - performance.now() : 0;
    this.next = draw;
    if (wait > 0) this.waiting = setTimeout(() => this.hurry(), wait);
    else this.hurry();
  }

  /** Shows what still waits, if anything does. */
  hurry() {
    clearTimeout(this.waiting);
    const draw = this.next;
    this.next = null;
    draw?.();
  }
}
