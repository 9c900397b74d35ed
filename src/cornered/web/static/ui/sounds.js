// Soft sounds: a knock for a move, two for a capture, a bell when it is your turn. Off until asked for.

import { el } from "./dom.js";

const KEPT = "sounds";

export class Sounds {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    const on = localStorage.getItem(KEPT) === "on";
    this.switch = el("input", { type: "checkbox", role: "switch", checked: on, onchange: () => this.#turned() });
    this.element = el("label", { class: "switch" }, this.switch, " Sounds");
  }

  /**
   * What has just happened: a move, a capture perhaps, and perhaps it is now your turn.
   *
   * @param {{ capture: boolean, yourTurn: boolean }} news
   */
  tell({ capture, yourTurn }) {
    if (!this.switch.checked) return;
    this.context ??= new AudioContext();
    this.#knock(this.context, 0);
    if (capture) this.#knock(this.context, 0.14);
    if (yourTurn) this.#bell(this.context, 0.3);
  }

  #turned() {
    localStorage.setItem(KEPT, this.switch.checked ? "on" : "off");
    this.tell({ capture: false, yourTurn: true }); // so that one hears what was switched on
  }

  /**
   * @param {AudioContext} context
   * @param {number} after
   */
  #knock(context, after) {
    tone(context, 170, after, 0.09, 0.3);
    tone(context, 420, after, 0.03, 0.08);
  }

  /**
   * @param {AudioContext} context
   * @param {number} after
   */
  #bell(context, after) {
    tone(context, 880, after, 0.9, 0.06);
    tone(context, 1318, after, 0.5, 0.03);
  }
}

/**
 * A pure tone that begins at once and dies away.
 *
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} after
 * @param {number} lasts
 * @param {number} loudness
 */
function tone(context, pitch, after, lasts, loudness) {
  const begin = context.currentTime + after;
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  const source = new OscillatorNode(context, { frequency: pitch });
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + lasts);
}
