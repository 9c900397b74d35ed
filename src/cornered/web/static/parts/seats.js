// Who sits where: the players, the score, and the invitation to a seat that is still open.

import { knight, mark } from "../board/pieces.js";
import { attempt, post } from "../net/api.js";
import { copied, el, put, svg } from "../ui/dom.js";
import { keepName, myName } from "../ui/person.js";
import { plural } from "../ui/words.js";
import { Agreements, terms } from "./agreements.js";

/** @import { Page } from "./agreements.js" */

const ANYONE = "anyone"; // in the place of an invitation, for a game that is listed
const INVITATION = /^#invitation=([\w-]+)$/;
const THIS_MACHINE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Lists a game of ours on the home page as soon as its own page opens.
 *
 * @param {number} id
 */
export function waitForAnyone(id) {
  localStorage.setItem(keptUnder(id), ANYONE);
}

export class SeatPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.state = "";
    this.taking = false;
    this.players = el("ul", { class: "players", "aria-label": "Players" });
    this.match = el("p", { class: "quiet" });
    this.news = el("p", { class: "note", role: "status" });
    this.onlookers = el("p", { class: "quiet" });
    this.invitation = el("div", { class: "invitation" });
    this.agreements = new Agreements(page, (act) => this.#trying(act));
    this.element = el(
      "div",
      { class: "seats" },
      this.players,
      this.match,
      this.onlookers,
      this.news,
      this.invitation,
      this.agreements.element,
    );
    this.notice = this.#arrival(); // stays until there is other news
  }

  draw() {
    const { game, you } = this.page;
    put(this.players, game.seats.map((seat) => this.#player(seat)));
    this.match.textContent = matchWords(game);
    this.match.hidden = !game.match;
    this.#drawNews(game, you);
    this.onlookers.textContent = watching(game);
    this.#drawInvitation(game, you);
    this.agreements.draw();
    this.agreements.terms.hidden = this.state === "guest"; // the invitation tells them
  }

  /** @param {Api.SeatView} seat */
  #player(seat) {
    const { game, you } = this.page;
    const turn = !game.position.outcome && game.position.to_move === seat.player;
    const facts = [
      seat.kind === "human" ? null : `computer, ${seat.kind}`,
      you.includes(seat.player) && you.length === 1 ? "you" : null,
      seat.taken ? null : "seat open",
    ].filter(Boolean);
    const piece = (game.board.knights ? knight : mark)(seat.player, seat.sign);
    return el(
      "li",
      { class: turn ? "turn" : null },
      svg("svg", { class: "token", viewBox: "0 0 100 100", "aria-hidden": "true" }, piece),
      el("span", {}, el("strong", {}, seat.name), seat.sign === String(seat.player) ? "" : ` ${seat.sign}`),
      el("span", { class: "quiet" }, facts.join(", ")),
      game.match && el("span", { class: "score" }, String(game.match.score[seat.player - 1])),
      turn && el("span", { class: "unseen" }, "to move"),
    );
  }

  /**
   * @param {Api.GameView} game
   * @param {number[]} you
   */
  #drawNews(game, you) {
    const gone = game.seats.find((seat) => seat.taken && !seat.present && !you.includes(seat.player));
    if (game.elsewhere) this.#tell("This game is played at a terminal: you can watch it.");
    else if (game.next_game) this.#tell(el("a", { href: `/game/${game.next_game}` }, "The next game has begun."));
    else if (gone && !game.position.outcome) this.#tell(`${gone.name} has gone. The seat stays theirs.`);
    else this.#tell(this.notice);
  }

  /** @param {string | HTMLElement} news */
  #tell(news) {
    const words = typeof news === "string" ? news : news.textContent;
    if (this.news.textContent !== words) put(this.news, news);
  }

  /** What there is to say to someone who comes from a coin toss, or with a link that was used. */
  #arrival() {
    const { game, you } = this.page;
    const late = INVITATION.test(location.hash) && !you.length && game.seats.every((seat) => seat.taken);
    const tossed = location.hash === "#toss" && you.length > 0;
    if (late || tossed) history.replaceState(null, "", location.pathname);
    if (late) return "This invitation has been used: you can watch the game.";
    if (!tossed) return "";
    return `The coin toss: you are Player ${you[0]}${you[0] === 1 ? " and begin." : "; Player 1 begins."}`;
  }

  /**
   * @param {Api.GameView} game
   * @param {number[]} you
   */
  #drawInvitation(game, you) {
    const open = !game.position.outcome && game.seats.some((seat) => !seat.taken);
    const given = location.hash.match(INVITATION)?.[1];
    const state = open && given && !you.length ? "guest" : open && you.length ? "host" : "";
    if (state === this.state) return;
    if (this.state === "guest" && !this.taking) location.reload(); // the seat was taken: here, in another tab, or by others
    this.state = state;
    if (state === "guest" && given) this.#welcome(given);
    else if (state === "host") this.#offer();
    else put(this.invitation);
  }

  /** @param {string} given */
  #welcome(given) {
    const name = el("input", { id: "guest", autocomplete: "off", maxlength: 40, value: myName() });
    const take = () => this.#trying(async () => this.#take(given, name.value.trim() || null));
    put(
      this.invitation,
      el("p", {}, "You are invited to play. The link works once, for whoever takes the seat first."),
      el("p", {}, terms(this.page.game)),
      el("p", { class: "field" }, el("label", { for: "guest" }, "Your name, if you like"), name),
      el("button", { type: "button", class: "button", onclick: take }, "Take the seat"),
    );
  }

  /**
   * @param {string} given
   * @param {string | null} name
   */
  async #take(given, name) {
    this.taking = true;
    try {
      await post("/games/{number}/join", { number: this.page.id }, { invitation: given, name });
    } finally {
      this.taking = false;
    }
    if (name) keepName(name);
    history.replaceState(null, "", location.pathname);
    location.reload(); // listens again, now as a player
  }

  #offer() {
    const kept = localStorage.getItem(keptUnder(this.page.id));
    if (kept === ANYONE) this.#trying(() => this.#openToAnyone()); // again: the site may have been restarted
    else if (kept) this.#showLink(kept);
    else this.#trying(() => this.#invite());
  }

  async #invite() {
    const { invitation } = await post("/games/{number}/invitations", { number: this.page.id });
    localStorage.setItem(keptUnder(this.page.id), invitation);
    this.#showLink(invitation);
  }

  async #openToAnyone() {
    await post("/games/{number}/open", { number: this.page.id });
    waitForAnyone(this.page.id);
    put(
      this.invitation,
      el("p", {}, "The game is listed on the home page: anyone may join while this page is open."),
      el("button", { type: "button", onclick: () => this.#trying(() => this.#invite()) }, "Make a link instead"),
    );
  }

  /** @param {string} invitation */
  #showLink(invitation) {
    const address = `${location.origin}/game/${this.page.id}#invitation=${invitation}`;
    const shown = el("input", { id: "link", readonly: true, value: address, onfocus: () => shown.select() });
    const copy = async () => {
      shown.select();
      const done = await copied(address);
      this.#tell(done ? "Copied." : "This browser does not let the page copy: the link is selected, so copy it yourself.");
    };
    put(
      this.invitation,
      el("p", {}, el("label", { for: "link" }, "Send this link to the other player. It works once.")),
      el("p", { class: "field" }, shown, el("button", { type: "button", class: "button", onclick: copy }, "Copy")),
      THIS_MACHINE.test(location.hostname) && el("p", { class: "note" }, ONLY_HERE),
      el("button", { type: "button", onclick: () => this.#trying(() => this.#invite()) }, "Make a new link"),
      Boolean(document.body.dataset.openGames) &&
        el("button", { type: "button", onclick: () => this.#trying(() => this.#openToAnyone()) }, "Let anyone join"),
    );
  }

  /** @param {() => Promise<unknown>} act */
  #trying(act) {
    return attempt(act, (sentence) => this.#tell(sentence));
  }
}

const ONLY_HERE =
  "This address works on this machine only. To play with someone elsewhere, start the site with " +
  "'cornered serve --host 0.0.0.0' and open it under this machine's address.";

/** @param {number} id */
function keptUnder(id) {
  return `invitation ${id}`;
}

/** @param {Api.GameView} game */
function watching({ onlookers }) {
  if (!onlookers) return "";
  const words = plural(onlookers, "person is watching", "people are watching");
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/** @param {Api.GameView} game */
function matchWords({ match }) {
  if (!match) return "";
  const length = match.games ? ` of ${match.games}` : `, first to ${match.first_to}`;
  return match.over ? "The match is over." : `Game ${match.number}${length}`;
}
