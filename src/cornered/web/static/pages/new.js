// A new game: who against whom, on which board. Everything has a default that makes a good game.

import { Board } from "../board/board.js";
import { attempt, get, post } from "../net/api.js";
import { waitForAnyone } from "../parts/seats.js";
import { el, leaveFor, put } from "../ui/dom.js";
import { check, choice, complaint, field, number, reveal, select, text } from "../ui/fields.js";
import { keepName, myName, wasAsked } from "../ui/person.js";
import { LEVELS, PLY, standing, usualBoard } from "../ui/words.js";

/** @import { Option } from "../ui/fields.js" */

/** @type {Option[]} */
const MATCHES = [
  ["single", "A single game"],
  ["games", "A fixed number of games"],
  ["first", "First to a number of wins"],
];
const ANYONE = "anyone";
/** @type {Option[]} */
const OPPONENTS = [
  ["computer", "The computer"],
  ["link", "A friend, by link"],
  .../** @type {Option[]} */ (document.body.dataset.openGames ? [[ANYONE, "Anyone who comes by"]] : []),
  ["screen", "Someone here, on this screen"],
];

/** What stands before the name of an agent in the list of strengths. */
const AGENT = "agent:";

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = "New game · Cornered";
  put(main, el("h1", {}, "New game"), el("p", { class: "quiet" }, "Setting up the boards …"));
  const asked = new URLSearchParams(location.search);
  const [rules, agents, view] = await Promise.all([get("/rules", {}), get("/agents", {}), positionAsked(asked)]);
  const wanted = view?.game ?? asked.get("game");
  const form = new Form(rules, rules.find((game) => game.name === wanted) ?? rules[0], agents, view, asked.get("against"));
  put(main, el("h1", {}, view ? `${view.title}, from a position` : "New game"), form.element);
}

/**
 * The position to play on from, if the address names one.
 *
 * @param {URLSearchParams} asked
 */
function positionAsked(asked) {
  const start = asked.get("position");
  return start === null ? null : get("/positions", { start });
}

class Form {
  /**
   * @param {Api.RulesSummary[]} rules
   * @param {Api.RulesSummary} chosen
   * @param {string[]} agents
   * @param {Api.PositionView | null} view the position to play on from
   * @param {string | null} against
   */
  constructor(rules, chosen, agents, view, against) {
    this.rules = rules;
    this.view = view;
    this.shownGame = this.shownBoard = "";
    this.problem = el("p", { class: "problem", role: "alert" });
    this.goal = el("p", { class: "aim" });
    this.line = el("p", { class: "quiet" });
    this.game = choice("game", rules.map((game) => /** @type {const} */ ([game.name, game.title])), chosen.name);
    this.board = choice("board");
    this.opponent = choice("opponent", OPPONENTS, OPPONENTS.find(([key]) => key === against)?.[0]);
    this.open = check("open", "Hints and values for both of us while it goes on");
    const offered = agents.map((name) => /** @type {const} */ ([AGENT + name, name]));
    this.level = select("level", "Strength", [...Object.entries(LEVELS), ...offered], "medium");
    this.seat = select("seat", "Who begins");
    this.aboutSeat = el("p", { class: "quiet", role: "status" });
    this.sides = [number("rows", "Rows"), number("cols", "Columns")];
    this.options = el("div");
    this.symbols = [text("symbol1", "Your symbol", 1), text("symbol2", "Opponent's symbol", 1)];
    this.name = text("name", "Your name, if you like", 40, myName());
    this.other = text("other", "Opponent's name", 40);
    this.match = select("match", "How long", MATCHES, "single");
    this.count = number("count", "How many", { min: 1, max: 99, value: "3" });
    this.element = this.#laidOut();
    this.element.addEventListener("change", () => this.#adapt());
    this.element.addEventListener("invalid", ({ target }) => this.#explain(/** @type {HTMLInputElement} */ (target)), true);
    this.#adapt();
  }

  #laidOut() {
    const known = wasAsked() ? this.name.element : null;
    return el(
      "form",
      { class: "setup", onsubmit: (event) => this.#submit(event) },
      el("div", {}, this.view ? this.#position(this.view) : this.#gameAndBoard()),
      el(
        "div",
        {},
        el(
          "fieldset",
          {},
          el("legend", {}, "Against"),
          this.opponent.element,
          this.level.element,
          this.open.element,
          this.seat.element,
          this.aboutSeat,
          known ? null : this.name.element,
        ),
        this.#fold(known),
        this.problem,
        el("p", { class: "doors" }, el("button", { class: "button", type: "submit" }, "Play")),
      ),
    );
  }

  /**
   * What hardly anyone changes.
   *
   * @param {HTMLElement | null} known
   */
  #fold(known) {
    return el(
      "details",
      {},
      el("summary", {}, this.view ? "Names" : "Match, names and more"),
      this.view ? [] : [this.match.element, this.count.element, this.options],
      this.symbols.map((symbol) => symbol.element),
      known,
      this.other.element,
    );
  }

  #gameAndBoard() {
    return [
      el("fieldset", {}, el("legend", {}, "Game"), this.game.element, this.goal, this.line),
      el(
        "fieldset",
        { class: "boards" },
        el("legend", {}, "Board"),
        this.board.element,
        el("p", { class: "quiet" }, PLY),
        this.sides.map((side) => side.element),
      ),
    ];
  }

  /**
   * The position to play on from, as a board to look at.
   *
   * @param {Api.PositionView} view
   */
  #position({ title, board, signs, steps }) {
    const shown = new Board({ label: `${title}, the position to play on from` });
    shown.show({ board, signs, step: steps[0] });
    return [
      el("div", { class: "from-here" }, shown.element),
      this.goal,
      el("p", { class: "status", "data-turn": steps[0].to_move }, standing(steps[0])),
    ];
  }

  get #rule() {
    return this.rules.find((game) => game.name === this.game.value()) ?? this.rules[0];
  }

  /** The board worth playing that is chosen; none where the sides are typed. */
  get #offered() {
    return this.#rule.boards.find((_, index) => String(index) === this.board.value());
  }

  #adapt() {
    const game = this.#rule;
    this.problem.textContent = "";
    if (game.name !== this.shownGame) this.#takeGame(game);
    if (this.board.value() !== this.shownBoard) this.#takeBoard(game);
    this.level.element.hidden = this.opponent.value() !== "computer";
    this.open.element.hidden = !this.#againstSomeoneElsewhere;
    this.sides.forEach((side) => reveal(!this.view && !this.#offered, side));
    this.symbols.forEach((symbol) => reveal(game.own_symbols, symbol));
    reveal(this.match.value() !== "single", this.count);
    const offered = this.view ? null : this.#offered;
    this.aboutSeat.textContent = offered?.seats[Number(this.seat.value()) - 1] ?? "";
  }

  /** @param {Api.RulesSummary} game */
  #takeGame(game) {
    this.shownGame = game.name;
    this.shownBoard = "";
    this.goal.textContent = game.goal;
    this.line.textContent = game.line;
    /** @type {Option[]} */
    const boards = game.boards.map((board, index) => [String(index), boardName(board), board.line]);
    this.board.offer([...boards, ["other", "Another size"]], String(game.boards.indexOf(usualBoard(game))));
    const limits = {
      min: String(game.smallest[0]),
      max: String(game.largest_side),
      step: game.odd_sides ? "2" : "1",
    };
    this.sides.forEach(({ input }) => Object.assign(input, limits));
    put(this.options, game.options.map(optionField));
    this.symbols.forEach((symbol, seat) => (symbol.input.placeholder = game.demo.signs[seat]));
  }

  /**
   * Prefers the seat and the level that make a good game on the chosen board.
   *
   * @param {Api.RulesSummary} game
   */
  #takeBoard(game) {
    this.shownBoard = this.board.value();
    const board = this.#offered;
    if (board) this.sides.forEach(({ input }, side) => (input.value = String(side ? board.cols : board.rows)));
    const first = this.view?.steps[0].to_move ?? 1;
    const tossed = game.coin_toss && board?.book;
    this.seat.offer(seats(first), tossed ? "toss" : String(this.view ? first : (board?.seat ?? first)));
    if (board) this.level.input.value = board.level;
  }

  /**
   * Play never does nothing: a field that the browser objects to is shown, and named beside the button.
   *
   * @param {HTMLInputElement} input
   */
  #explain(input) {
    if (!this.problem.textContent) this.problem.textContent = complaint(input);
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    this.problem.textContent = "";
    attempt(() => leaveFor(() => this.#begin()), (sentence) => (this.problem.textContent = sentence));
  }

  /** Begins the game; the name is kept once nothing is said against it. Gives the address to go to. */
  async #begin() {
    const { id } = await post("/games", {}, this.#request());
    keepName(this.name.input.value.trim());
    if (this.opponent.value() === ANYONE) waitForAnyone(id);
    return `/game/${id}${this.seat.value() === "toss" ? "#toss" : ""}`;
  }

  #request() {
    const seat = this.seat.value();
    return /** @type {Api.Setup} */ ({
      game: this.game.value(),
      ...this.#opponentAsked(),
      open: this.#againstSomeoneElsewhere && this.open.input.checked,
      seat: seat === "toss" ? seat : Number(seat),
      symbols: both(this.#rule.own_symbols ? this.symbols : []),
      name: this.name.input.value.trim() || null,
      opponent_name: this.other.input.value.trim() || null,
      ...(this.view ? { position: this.view.code } : this.#boardAndMatch()),
    });
  }

  /** Who was chosen, as the server is told: one of its own, an agent that it offers, or a person. */
  #opponentAsked() {
    if (this.#againstSomeoneElsewhere) return { opponent: "link" };
    const against = this.opponent.value();
    if (against !== "computer") return { opponent: against };
    const level = this.level.value();
    return level.startsWith(AGENT) ? { opponent: "agent", agent: level.slice(AGENT.length) } : { opponent: level };
  }

  get #againstSomeoneElsewhere() {
    return ["link", ANYONE].includes(this.opponent.value());
  }

  #boardAndMatch() {
    const count = Number(this.count.input.value);
    const [rows, cols] = this.sides.map(({ input }) => Number(input.value));
    return {
      rows,
      cols,
      options: { ...this.#offered?.options, ...filledIn(this.options) },
      games: this.match.value() === "games" ? count : null,
      first_to: this.match.value() === "first" ? count : null,
    };
  }
}

/** @param {Api.BoardOffer} board */
function boardName({ rows, cols, book, options }) {
  const settings = Object.entries(options).map(([name, value]) => `, ${name} ${value}`);
  return `${rows}×${cols}${book ? ", the book's" : settings.join("")}`;
}

/**
 * @param {number} first
 * @returns {Option[]}
 */
function seats(first) {
  return [
    [String(first), `I do, as Player ${first}`],
    [String(3 - first), `My opponent does: I am Player ${3 - first}`],
    ["toss", "A coin toss decides"],
  ];
}

/**
 * Two texts where at least one was given: the server says what is wrong with the other.
 *
 * @param {{ input: HTMLInputElement }[]} inputs
 */
function both(inputs) {
  const given = inputs.map((one) => one.input.value.trim());
  return given.some(Boolean) ? given : null;
}

/**
 * One option of the chosen game, with the game's own explanation of it.
 *
 * @param {Api.OptionView} option
 */
function optionField({ name, help }) {
  const [id, about] = [`option-${name}`, `about-${name}`];
  const input = el("input", { id, name, maxlength: 60, autocomplete: "off", "aria-describedby": about });
  const label = name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");
  return el("div", {}, field(id, label, input), el("p", { class: "quiet", id: about }, help));
}

/**
 * What was typed into the fields in here, by name; empty ones are left out.
 *
 * @param {HTMLElement} element
 */
function filledIn(element) {
  const inputs = [...element.querySelectorAll("input")];
  return Object.fromEntries(inputs.map((input) => [input.name, input.value.trim()]).filter(([, given]) => given));
}
