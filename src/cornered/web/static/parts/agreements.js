// What two people who play each other may ask of one another, and do when the other has gone.

import { post } from "../net/api.js";
import { el } from "../ui/dom.js";

/** @typedef {{ game: Api.GameView, you: number[], id: number, take(game: Api.GameForYou): void }} Page the page that shows a game */

/** @typedef {(act: () => Promise<unknown>) => void} Trying runs a request and shows why it was refused */

const ASKED = {
  "take-back": { yours: "to take your last move back", theirs: "to take a move back", refused: "to take it back" },
  rematch: { yours: "for a rematch", theirs: "for a rematch", refused: "a rematch" },
};

export class Agreements {
  /**
   * @param {Page} page
   * @param {Trying} trying
   */
  constructor(page, trying) {
    this.page = page;
    this.trying = trying;
    this.terms = el("p", { class: "quiet" });
    this.offer = el("p", { role: "status" });
    this.buttons = {
      accept: this.#button("Accept", () => this.#answer(true), "button"),
      refuse: this.#button("Refuse", () => this.#answer(false)),
      withdraw: this.#button("Withdraw", () => this.#answer(false)),
      claim: this.#button("Claim the game", () => this.#end("claim"), "button"),
      takeBack: this.#button("Ask to take back", () => this.#askToTakeBack()),
      callOff: this.#button("Call the game off", () => this.#end("call-off")),
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

  /**
   * @param {Api.GameView} game
   * @param {number[]} you
   */
  #drawOffer({ offer, seats }, you) {
    const words = offer && you.length ? offerWords(offer, seats, you) : "";
    if (this.offer.textContent !== words) this.offer.textContent = words;
  }

  /**
   * @param {Api.GameView} game
   * @param {number[]} you
   * @param {boolean} over
   */
  #drawButtons({ offer, seats, history, ply }, you, over) {
    const { accept, refuse, withdraw, claim, takeBack, callOff } = this.buttons;
    const seated = you.length > 0;
    const pending = offer !== null && !offer.refused && seated;
    const mine = pending && you.includes(offer.player);
    const other = seats.find((seat) => !you.includes(seat.player));
    accept.hidden = refuse.hidden = !pending || mine;
    withdraw.hidden = !mine;
    claim.hidden = !(seated && other?.claimable);
    callOff.hidden = over || !seated || ply >= 2;
    const moved = history.some((move) => you.includes(move.player));
    takeBack.hidden = over || !moved || !other?.taken || hasAsked(offer, you);
  }

  /**
   * @param {string} words
   * @param {() => Promise<unknown>} act
   * @param {string | null} kind
   */
  #button(words, act, kind = null) {
    return el("button", { type: "button", class: kind, onclick: () => this.trying(act) }, words);
  }

  /** @param {"claim" | "call-off"} how */
  async #end(how) {
    const { id, game } = this.page;
    this.page.take(await post(`/games/{number}/${how}`, { number: id }, { ply: game.ply }));
  }

  async #askToTakeBack() {
    const { id, game } = this.page;
    this.page.take(await post("/games/{number}/offers", { number: id }, { kind: "take-back", ply: game.ply }));
  }

  /** @param {boolean} accept */
  async #answer(accept) {
    const { id, game } = this.page;
    if (!game.offer) return;
    const { kind, ply } = game.offer;
    const after = await post("/games/{number}/answer", { number: id }, { accept, ply });
    if (accept && kind === "rematch") location.href = `/game/${after.next_game}`;
    else this.page.take(after);
  }
}

/**
 * Whether there is nothing more to ask for: an offer waits for its answer, or yours has been refused.
 *
 * @param {Api.OfferView | null} offer
 * @param {number[]} you
 */
export function hasAsked(offer, you) {
  return offer !== null && (!offer.refused || you.includes(offer.player));
}

/**
 * Whether hints are given in a game between two people, in a sentence.
 *
 * @param {Pick<Api.GameView, "open">} game
 */
export function terms({ open }) {
  return open
    ? "Hints and values are there for both."
    : "Hints and values wait until the game is over.";
}

/**
 * @param {Api.OfferView} offer
 * @param {Api.SeatView[]} seats
 * @param {number[]} you
 */
function offerWords({ kind, player, refused }, seats, you) {
  const other = seats.find((seat) => !you.includes(seat.player))?.name;
  const words = ASKED[kind];
  if (!you.includes(player)) return refused ? "" : `${other} asks ${words.theirs}.`;
  return refused ? `${other} has refused ${words.refused}.` : `You have asked ${other} ${words.yours}.`;
}
