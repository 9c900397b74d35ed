// The pace of a game: the other side's piece moves after yours has landed.

const LANDING = 600; // milliseconds: the hop, and a breath

export class Pace {
  constructor() {
    this.free = 0;
  }

  /** Nothing else is shown until the piece that moves now has landed. */
  landing() {
    this.free = performance.now() + LANDING;
  }

  /** Shows something now or after the landing; what comes later replaces what still waits. */
  show(draw) {
    clearTimeout(this.waiting);
    const wait = this.free - performance.now();
    if (wait > 0) this.waiting = setTimeout(draw, wait);
    else draw();
  }
}
