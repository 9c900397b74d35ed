// What two people who play each other may ask of one another, and do when the other has gone.

import { post } from "./api.js";
import { el } from "./dom.js";

const ASKED = {
  "take-back": { yours: "to take your last move back", theirs: "to take a move back", refused: "to take it back" },
  rematch: { yours: "for a rematch", theirs: "for a rematch", refused: "a rematch" },
};

export class Agreements {
  /** `trying(act)` runs a request and tells why it was refused. */
  constructor(page, trying) {
    this.page = page;
    this.trying = trying;
    this.terms = el("p", { class: "quiet" });
    this.offer = el("p", { role: "status" });
    this.buttons = {
      accept: this.#button("Accept", () => this.#answer(true), "button"),
      refuse: this.#button("Refuse", () => this.#answer(false)),
      withdraw: this.#button("Withdraw", () => this.#answer(false)),
      claim: this.#button("Claim the game", () => this.#request("claim"), "button"),
      takeBack: this.#button("Ask to take back", () => this.#request("offers", { kind: "take-back" })),
      callOff: this.#button("Call the game off", () => this.#request("call-off")),
    };
    this.element = el(
      "div",
      { class: "agreements" },
      this.terms,
      this.offer,
      el("p", { class: "actions" }, Object.values(this.buttons)),
    );
  }

  draw() {
    const { game, you } = this.page;
    this.element.hidden = game.open === null;
    if (game.open === null) return;
    const over = Boolean(game.position.outcome);
    this.terms.textContent = over ? "" : terms(game);
    this.#drawOffer(game, you);
    this.#drawButtons(game, you, over);
  }

  #drawOffer({ offer, seats }, you) {
    const words = offer && you.length ? offerWords(offer, seats, you) : "";
    if (this.offer.textContent !== words) this.offer.textContent = words;
  }

  #drawButtons({ offer, seats, history, ply }, you, over) {
    const { accept, refuse, withdraw, claim, takeBack, callOff } = this.buttons;
    const seated = you.length > 0;
    const pending = Boolean(offer && !offer.refused && seated);
    const mine = pending && you.includes(offer.player);
    const other = seats.find((seat) => !you.includes(seat.player));
    accept.hidden = refuse.hidden = !pending || mine;
    withdraw.hidden = !mine;
    claim.hidden = !(seated && other.claimable);
    callOff.hidden = over || !seated || ply >= 2;
    const moved = history.some((move) => you.includes(move.player));
    takeBack.hidden = over || !moved || !other.taken || hasAsked(offer, you);
  }

  #button(words, act, kind = null) {
    return el("button", { type: "button", class: kind, onclick: () => this.trying(act) }, words);
  }

  async #request(what, more = {}) {
    const { id, game } = this.page;
    this.page.take(await post(`/games/${id}/${what}`, { ply: game.ply, ...more }));
  }

  async #answer(accept) {
    const { id, game } = this.page;
    const { kind, ply } = game.offer;
    const after = await post(`/games/${id}/answer`, { accept, ply });
    if (accept && kind === "rematch") location.href = `/game/${after.next_game}`;
    else this.page.take(after);
  }
}

/** Whether there is nothing more to ask for: an offer waits for its answer, or yours has been refused. */
export function hasAsked(offer, you) {
  return offer !== null && (!offer.refused || you.includes(offer.player));
}

/** Whether hints are given in a game between two people, in a sentence. */
export function terms({ open }) {
  return open
    ? "Hints and values are there for both."
    : "Hints and values wait until the game is over.";
}

function offerWords({ kind, player, refused }, seats, you) {
  const other = seats.find((seat) => !you.includes(seat.player)).name;
  const words = ASKED[kind];
  if (!you.includes(player)) return refused ? "" : `${other} asks ${words.theirs}.`;
  return refused ? `${other} has refused ${words.refused}.` : `You have asked ${other} ${words.yours}.`;
}
