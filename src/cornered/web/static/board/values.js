// The switch that shows what every move is worth.

import { AGAIN, attempt, get } from "../net/api.js";
import { el } from "../ui/dom.js";
import { lineText, whole } from "../ui/words.js";

/** @typedef {Api.AnalysisView | { detail: string, why?: null, moves?: undefined }} Found an analysis, or why there is none */

/** @typedef {readonly { label: string }[]} Line */

export class Values {
  /** @param {() => void} onChange is called when the switch is turned or values have arrived */
  constructor(onChange, on = false) {
    this.onChange = onChange;
    /** @type {Map<string, Found | null>} */
    this.known = new Map();
    this.asking = new AbortController();
    this.switch = el("input", { type: "checkbox", role: "switch", checked: on, onchange: () => this.onChange() });
    this.element = el("label", { class: "switch" }, this.switch, " Values");
    this.note = el("p", { class: "note", "aria-live": "polite" });
  }

  /**
   * The values by square of the position after these moves, if the switch is on and they have arrived.
   *
   * @param {string} start
   * @param {Line} moves
   */
  of(start, moves) {
    const key = keyOf(start, moves);
    const found = this.switch.checked ? this.known.get(key) : null;
    if (this.switch.checked && !this.known.has(key)) this.#ask(key, start, moves);
    this.note.textContent = this.switch.checked ? whole(sentence(found)) : "";
    return found?.moves ? new Map(found.moves.map((move) => [move.square, move])) : null;
  }

  /**
   * The whole analysis of the position after these moves, if it has arrived.
   *
   * @param {string} start
   * @param {Line} moves
   */
  analysis(start, moves) {
    const found = this.known.get(keyOf(start, moves));
    return found?.moves ? found : null;
  }

  /**
   * Asks for the values of a position in the place of the one that was asked for before.
   *
   * @param {string} key
   * @param {string} start
   * @param {Line} moves
   */
  async #ask(key, start, moves) {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.known.set(key, null);
    const found = await attempt(
      () => get("/analysis", { start, moves: lineText(moves) }, signal),
      (detail, { busy }) => {
        this.known.set(key, { detail });
        if (busy && !signal.aborted) setTimeout(() => this.#askAgain(key), AGAIN);
      },
    );
    if (found) this.known.set(key, found);
    else if (signal.aborted) this.known.delete(key); // asked again when it is shown again
    this.onChange();
  }

  /**
   * Forgets a refusal: if the position is still shown, its values are asked for again.
   *
   * @param {string} key
   */
  #askAgain(key) {
    this.known.delete(key);
    this.onChange();
  }
}

/**
 * @param {string} start
 * @param {Line} moves
 */
function keyOf(start, moves) {
  return `${start} ${lineText(moves)}`;
}

/** @param {Found | null | undefined} found */
function sentence(found) {
  if (!found) return "Looking …";
  return found.why ? `${found.detail} ${found.why}` : found.detail;
}
