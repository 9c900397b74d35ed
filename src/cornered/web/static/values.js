// The switch that shows what every move is worth.

import { AGAIN, BUSY, get, Refusal } from "./api.js";
import { el } from "./dom.js";
import { lineText, whole } from "./words.js";

/** What this page is called: its newest question takes the place of its older ones. */
const PAGE = Math.random().toString(36).slice(2);

export class Values {
  /** `onChange()` is called when the switch is turned or values have arrived. */
  constructor(onChange, on = false) {
    this.onChange = onChange;
    this.known = new Map();
    this.switch = el("input", { type: "checkbox", role: "switch", checked: on, onchange: () => this.onChange() });
    this.element = el("label", { class: "switch" }, this.switch, " Values");
    this.note = el("p", { class: "note", "aria-live": "polite" });
  }

  /** The values by square of the position after these moves, if the switch is on and they have arrived. */
  of(start, moves) {
    const key = `${start} ${lineText(moves)}`;
    const found = this.switch.checked ? this.known.get(key) : null;
    if (this.switch.checked && !this.known.has(key)) this.#ask(key, start, moves);
    this.note.textContent = this.switch.checked ? whole(sentence(found)) : "";
    return found?.moves ? new Map(found.moves.map((move) => [move.square, move])) : null;
  }

  /** The whole analysis of the position after these moves, if it has arrived. */
  analysis(start, moves) {
    const found = this.known.get(`${start} ${lineText(moves)}`);
    return found?.moves ? found : null;
  }

  async #ask(key, start, moves) {
    this.known.set(key, null);
    try {
      this.known.set(key, await get("/analysis", { start, moves: lineText(moves), page: PAGE }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 409) {
        this.known.delete(key); // replaced by a newer one: asked again when it is shown again
        return;
      }
      this.known.set(key, { detail: error.message });
      if (BUSY.includes(error.status)) setTimeout(() => this.#askAgain(key), AGAIN);
    }
    this.onChange();
  }

  /** Forgets a refusal: if the position is still shown, its values are asked for again. */
  #askAgain(key) {
    this.known.delete(key);
    this.onChange();
  }
}

function sentence(analysis) {
  if (!analysis) return "Looking …";
  return analysis.why ? `${analysis.detail} ${analysis.why}` : analysis.detail;
}
