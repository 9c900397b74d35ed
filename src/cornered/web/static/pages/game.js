// A game: played, watched, stepped through.

import { Board } from "../board/board.js";
import { MoveList } from "../board/moves.js";
import { Pace } from "../board/pace.js";
import { textTwin } from "../board/twin.js";
import { Values } from "../board/values.js";
import { attempt, get, patiently, post } from "../net/api.js";
import { listen } from "../net/streams.js";
import { hasAsked } from "../parts/agreements.js";
import { Ending } from "../parts/ending.js";
import { refutation, refuted } from "../parts/reviewed.js";
import { SeatPanel } from "../parts/seats.js";
import { boardFrame, copied, el, leaveFor, put } from "../ui/dom.js";
import { Sounds } from "../ui/sounds.js";
import {
  PLY,
  analysisAddress,
  goesOn,
  lineText,
  playOnAddress,
  status,
  tabTitle,
  whole,
} from "../ui/words.js";

/** @import { Refusal } from "../net/api.js" */

/** @typedef {{ line?: Api.Square[], threats?: Api.ThreatView[] }} About what a sentence is about, to be drawn */

/**
 * @param {HTMLElement} main
 * @param {string} named
 */
export async function show(main, named) {
  put(main, boardFrame("Setting up the board …"));
  const id = Number(named);
  const page = new GamePage(id, await get("/games/{number}", { number: id }));
  put(main, page.element);
  page.draw();
  listen(id, {
    onGame: (game) => page.take(game),
    onConnection: (connected) => page.connection(connected),
    mayRest: () => !page.you.length || Boolean(page.game.position.outcome),
  });
}

class GamePage {
  /**
   * @param {number} id
   * @param {Api.GameForYou} game
   */
  constructor(id, game) {
    this.id = id;
    /** @type {Api.GameView} */
    this.game = game;
    this.you = game.you;
    this.newest = game.version;
    /** @type {Required<About>} */
    this.about = { line: [], threats: [] }; // drawn on the board: a hint, what refutes a mistake, threats
    this.unreached = false; // whether the note says that the server cannot be reached
    /** @type {number | null} */
    this.sure = null; // the ply at which someone wants to resign
    /** @type {{ ply: number, steps: Api.PositionStep[] } | null} */
    this.back = null; // while stepping through: how many moves are shown, and the positions on the way
    this.board = new Board({
      onPlay: (square) => this.#play(this.game.board.squares[square], square),
      label: `${game.title} board`,
    });
    this.moves = new MoveList((ply) => this.#go(ply));
    this.values = new Values(() => this.draw());
    this.seats = new SeatPanel(this);
    this.ending = new Ending((move) => this.#showTurningPoint(move));
    this.sounds = new Sounds();
    this.pace = new Pace();
    this.status = el("p", { class: "status", role: "status" });
    this.plies = el("p", { class: "plies quiet" }, PLY);
    this.note = el("p", { class: "note", role: "status" });
    this.spoken = el("p", { class: "unseen", role: "status" });
    this.offline = el("p", { class: "offline", role: "status" });
    this.actions = this.#allActions();
    this.typed = this.#typedMove();
    this.side = el("div", { class: "side" });
    this.element = this.#laidOut();
  }

  #laidOut() {
    put(
      this.side,
      this.ending.result,
      this.status,
      this.plies,
      this.ending.turning,
      this.note,
      this.spoken,
      this.offline,
      this.seats.element,
      this.moves.element,
      this.typed,
      el("div", { class: "actions" }, Object.values(this.actions)),
      this.values.note,
    );
    return el(
      "div",
      { class: "board-page" },
      el("h1", {}, `${this.game.title} `, el("small", {}, `${this.game.board.rows}×${this.game.board.cols}`)),
      el("p", { class: "aim" }, `${this.game.goal} ${this.#roleTold}`),
      el("div", { class: "stage" }, this.board.element),
      this.side,
      textTwin(this.board),
    );
  }

  /** Who hunts whom, where only one of the two can ever capture. */
  get #roleTold() {
    return this.you.length === 1 ? this.game.seats[this.you[0] - 1].role : this.game.roles;
  }

  #typedMove() {
    const input = el("input", { id: "typed", autocomplete: "off", placeholder: this.game.board.example });
    return el(
      "form",
      {
        class: "typed",
        onsubmit: (event) => {
          event.preventDefault();
          if (input.value.trim()) this.#play(input.value, null);
          input.value = "";
        },
      },
      el("label", { for: "typed" }, "Type a move"),
      input,
      el("button", { type: "submit" }, "Move"),
    );
  }

  /**
   * A state of the game, from an event or an answer, whichever comes first; what is older is ignored.
   *
   * @param {Api.GameView & Partial<Api.GameForYou>} game
   */
  take(game) {
    this.you = game.you ?? this.you;
    if (game.version < this.newest) return;
    this.newest = game.version;
    const answer = game.ply > this.game.ply && !this.you.includes(game.history[game.ply - 1].player);
    this.pace.show(() => this.#turnTo(game), answer);
  }

  /** @param {Api.GameView} game */
  #turnTo(game) {
    if (game.ply !== this.game.ply && !this.back) this.#say("");
    this.#reached();
    const { ply, offer, next_game: before } = this.game;
    this.#keepLookingBack(game);
    this.game = game;
    if (game.ply > ply) this.#tellMove(game);
    this.draw();
    const accepted = offer?.kind === "rematch" && this.you.includes(offer.player) && !before;
    if (accepted && game.next_game) location.href = `/game/${game.next_game}`;
  }

  /**
   * Whoever looks at an earlier move goes on doing so, unless that move has been taken back.
   *
   * @param {Api.GameView} game
   */
  #keepLookingBack({ history, ply }) {
    const { back, game } = this;
    if (!back) return;
    const changed = game.history.findIndex((move, index) => move.square !== history[index]?.square);
    if (changed >= 0) back.steps.splice(changed + 1);
    if (back.ply >= Math.min(ply, back.steps.length)) this.back = null;
  }

  #reached() {
    if (this.unreached) this.#say("");
  }

  /**
   * The move just made: for the ears, for those who do not see the board, and for the pace of what follows.
   *
   * @param {Api.GameView} game
   */
  #tellMove({ seats, position, history }) {
    const mover = seats[2 - position.to_move]; // whoever is not to move now
    this.spoken.textContent = `${mover.name} plays ${history[history.length - 1].label}.`;
    const capture = !["a", "b"].every((piece) => position.cells.toLowerCase().includes(piece));
    const yourTurn = this.you.length === 1 && this.you.includes(position.to_move) && !position.outcome;
    this.sounds.tell({ capture: capture && this.game.board.knights, yourTurn });
    this.pace.landing();
  }

  /** @param {boolean} connected */
  connection(connected) {
    this.offline.textContent = connected ? "" : "The connection is broken: trying again.";
    if (connected) this.#reached();
  }

  draw() {
    const { game, you } = this;
    const ply = this.back?.ply ?? game.ply;
    const history = game.history.slice(0, ply);
    const turn = game.position.to_move;
    const active = !this.back && !game.position.outcome && you.includes(turn);
    this.board.show({
      board: game.board,
      signs: game.seats.map((seat) => seat.sign),
      step: this.back ? this.back.steps[ply] : game.position,
      last: history.at(-1)?.square ?? null,
      values: game.help ? this.values.of(game.start, history) : null,
      active,
      ...this.about,
    });
    document.title = tabTitle(game, you);
    this.status.textContent = this.back ? `Looking at move ${ply} of ${game.ply}.` : status(game, you);
    this.status.dataset.turn = game.position.outcome ? "" : String(turn);
    this.plies.hidden = !game.position.outcome || Boolean(this.back); // only the end is told in plies
    this.typed.hidden = !active;
    this.moves.show(game.history, ply);
    this.seats.draw();
    this.ending.draw(game, you);
    this.side.classList.toggle("over", Boolean(game.position.outcome));
    this.#drawActions();
  }

  /** Every action there ever is; `draw` shows those that make sense, so that none loses the focus. */
  #allActions() {
    const link = (/** @type {string} */ words) => el("a", { class: "quiet-button" }, words);
    return {
      live: button("Back to the game", () => this.#go(this.game.ply)),
      next: button("", () => this.#next(), "button"),
      follow: link("Next game"),
      review: link("Review"),
      analyse: link("Analyse"),
      playOn: link("Play on from here"),
      hint: button("Hint", () => this.#ask("hint")),
      threats: button("Threats", () => this.#ask("threats")),
      values: this.values.element,
      undo: button("Undo", () => this.#request("undo")),
      resign: button("Resign", () => this.#resign()),
      share: button("Share", () => this.#share()),
      sounds: this.sounds.element,
    };
  }

  #drawActions() {
    const { game, you, actions } = this;
    const over = Boolean(game.position.outcome);
    const seated = you.length > 0;
    const people = game.seats.filter((seat) => seat.kind === "human").length;
    actions.live.hidden = !this.back;
    actions.next.hidden = !(over && seated) || (this.#mustAsk && hasAsked(game.offer, you));
    actions.next.textContent = this.#nextWords;
    actions.follow.hidden = !(over && !seated && game.next_game);
    actions.follow.href = `/game/${game.next_game}`;
    actions.review.hidden = !over;
    actions.review.href = `/review/${game.id}`;
    actions.hint.hidden = actions.threats.hidden = over || !game.help;
    actions.values.hidden = actions.analyse.hidden = !game.help;
    actions.undo.hidden = over || you.length !== people || game.ply === 0;
    actions.resign.hidden = over || !seated;
    actions.resign.textContent = this.sure === game.ply ? "Really resign?" : "Resign";
    const shown = game.history.slice(0, this.back?.ply ?? game.ply);
    actions.analyse.href = analysisAddress(game.start, shown);
    const step = this.back?.steps[this.back.ply] ?? game.position;
    actions.playOn.hidden = !over || !goesOn(step);
    actions.playOn.href = playOnAddress(step);
  }

  /** Asks for a second click on the same button before it resigns. */
  #resign() {
    const sure = this.sure === this.game.ply;
    this.sure = sure ? null : this.game.ply;
    if (sure) return this.#request("resign");
    return this.draw();
  }

  /**
   * @param {string} move
   * @param {number | null} square
   */
  async #play(move, square) {
    if (this.back) return this.#say("Go back to the game to move.");
    if (!this.you.length) return this.#say("You are watching: the seats belong to others.");
    const { outcome, to_move: turn } = this.game.position;
    if (!outcome && !this.you.includes(turn)) return this.#say(`Not yet: ${this.game.seats[turn - 1].name} is to move.`);
    const body = { move, ply: this.game.ply };
    await attempt(
      async () => this.take(await post("/games/{number}/moves", { number: this.id }, body)),
      this.board.explaining(square, (sentence, refusal) => this.#refused(sentence, refusal)),
    );
  }

  /**
   * Asks for something that concerns the game as it stands, also while a move still waits to be shown.
   *
   * @param {"undo" | "resign"} what
   */
  #request(what) {
    this.pace.hurry();
    return this.#trying(async () => {
      this.take(await post(`/games/{number}/${what}`, { number: this.id }, { ply: this.game.ply }));
    });
  }

  /**
   * Asks for a hint or for threats, and draws what is found if nothing has changed meanwhile.
   *
   * @param {"hint" | "threats"} what
   */
  #ask(what) {
    const { ply } = this.game;
    this.#say("Looking …");
    return this.#trying(async () => {
      /** @type {() => Promise<About & { sentence: string }>} */
      const asking = () => get(`/games/{number}/${what}`, { number: this.id });
      const wanted = () => this.game.ply === ply && !this.back;
      const found = await patiently(asking, (sentence) => this.#say(sentence), wanted);
      if (!found || !wanted()) return;
      this.#say(found.sentence, found);
      this.draw();
    });
  }

  /**
   * Goes to the move that lost the game, with what the other side does about it.
   *
   * @param {Api.ReviewedMoveView} move
   */
  async #showTurningPoint(move) {
    await this.#go(move.ply);
    this.#say(refuted(move, this.game), { line: refutation(move, this.game.board) });
    this.draw();
  }

  /** Whether another person has to agree before there is another game. */
  get #mustAsk() {
    const { open, match, next_game: begun } = this.game;
    return open !== null && !begun && !(match && !match.over);
  }

  get #nextWords() {
    const { match, next_game: begun } = this.game;
    if (begun || (match && !match.over)) return "Next game";
    return this.#mustAsk ? "Ask for a rematch" : "Rematch, seats swapped";
  }

  #next() {
    return this.#trying(async () => {
      const { ply } = this.game;
      if (this.#mustAsk) this.take(await post("/games/{number}/offers", { number: this.id }, { kind: "rematch", ply }));
      else await leaveFor(async () => `/game/${(await post("/games/{number}/next", { number: this.id })).id}`);
    });
  }

  /**
   * Shows the game as it stood after `ply` moves.
   *
   * @param {number} ply
   */
  #go(ply) {
    return this.#trying(async () => {
      const { start, history } = this.game;
      if (ply === this.game.ply) this.back = null;
      else {
        const steps = this.back?.steps[ply]
          ? this.back.steps
          : (await get("/positions", { start, moves: lineText(history) })).steps;
        this.back = { ply, steps };
      }
      this.#say("");
      this.draw();
    });
  }

  async #share() {
    const address = `${location.origin}/game/${this.id}`;
    const here = (await copied(address)) ? "Copied. Whoever opens the address" : `Whoever opens ${address}`;
    this.#say(`${here} can watch this game.`);
  }

  /** @param {() => Promise<unknown>} act */
  #trying(act) {
    return attempt(act, (sentence, refusal) => this.#refused(sentence, refusal));
  }

  /**
   * @param {string} sentence
   * @param {Refusal} refusal
   */
  #refused(sentence, { unreached }) {
    this.#say(sentence);
    this.unreached = unreached;
  }

  /**
   * Says a sentence, and draws the line or the threats that it is about with the next drawing of the board.
   *
   * @param {string} sentence
   * @param {About} about
   */
  #say(sentence, { line = [], threats = [] } = {}) {
    this.note.textContent = whole(sentence);
    this.unreached = false;
    this.about = { line, threats };
  }
}

/**
 * @param {string} words
 * @param {() => void} onclick
 * @param {string | null} kind
 */
function button(words, onclick, kind = null) {
  return el("button", { type: "button", class: kind, onclick }, words);
}
