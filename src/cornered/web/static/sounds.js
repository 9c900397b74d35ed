// Soft sounds: a knock for a move, two for a capture, a bell when it is your turn. Off until asked for.

import { el } from "./dom.js";

const KEPT = "sounds";

export class Sounds {
  constructor() {
    const on = localStorage.getItem(KEPT) === "on";
    this.switch = el("input", { type: "checkbox", role: "switch", checked: on, onchange: () => this.#turned() });
    this.element = el("label", { class: "switch" }, this.switch, " Sounds");
  }

  /** What has just happened: a move, a capture perhaps, and perhaps it is now your turn. */
  tell({ capture, yourTurn }) {
    if (!this.switch.checked) return;
    this.context ??= new AudioContext();
    this.#knock(0);
    if (capture) this.#knock(0.14);
    if (yourTurn) this.#bell(0.3);
  }

  #turned() {
    localStorage.setItem(KEPT, this.switch.checked ? "on" : "off");
    this.tell({ capture: false, yourTurn: true }); // so that one hears what was switched on
  }

  #knock(after) {
    this.#tone(170, after, 0.09, 0.3);
    this.#tone(420, after, 0.03, 0.08);
  }

  #bell(after) {
    this.#tone(880, after, 0.9, 0.06);
    this.#tone(1318, after, 0.5, 0.03);
  }

  /** A pure tone that begins at once and dies away. */
  #tone(pitch, after, lasts, loudness) {
    const begin = this.context.currentTime + after;
    const volume = new GainNode(this.context, { gain: 0 });
    volume.gain.setValueAtTime(loudness, begin);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    const tone = new OscillatorNode(this.context, { frequency: pitch });
    tone.connect(volume).connect(this.context.destination);
    tone.start(begin);
    tone.stop(begin + lasts);
  }
}
