// A new game: who against whom, on which board. Everything has a default.

import { get, post, Refusal } from "./api.js";
import { el, put } from "./dom.js";
import { LEVELS } from "./words.js";

const MATCHES = [
  ["single", "A single game"],
  ["games", "A fixed number of games"],
  ["first", "First to a number of wins"],
];

/** What stands before the name of an agent in the list of strengths. */
const AGENT = "agent:";

export async function show(main) {
  document.title = "New game · Cornered";
  const [rules, agents] = await Promise.all([get("/rules"), get("/agents")]);
  const wanted = new URLSearchParams(location.search).get("game");
  const form = new Form(rules, rules.find((game) => game.name === wanted) ?? rules[0], agents);
  put(main, el("h1", {}, "New game"), form.element);
}

class Form {
  constructor(rules, chosen, agents) {
    this.rules = rules;
    this.problem = el("p", { class: "problem", role: "alert" });
    this.about = el("p", { class: "quiet" });
    this.game = choice("game", rules.map((game) => [game.name, game.title]), chosen.name);
    this.opponent = choice("opponent", [
      ["computer", "The computer"],
      ["link", "A friend, by link"],
      ["screen", "Someone here, on this screen"],
    ]);
    const offered = agents.map((name) => [AGENT + name, name]);
    this.level = select("level", "Strength", [...Object.entries(LEVELS), ...offered], "medium");
    this.seat = select("seat", "Who begins", [], "1");
    this.rows = el("input", { type: "number", id: "rows", name: "rows" });
    this.cols = el("input", { type: "number", id: "cols", name: "cols" });
    this.options = el("div");
    this.symbols = [text("symbol1", "Your symbol", 1), text("symbol2", "Opponent's symbol", 1)];
    this.names = [text("name", "Your name", 40), text("other", "Opponent's name", 40)];
    this.match = select("match", "How long", MATCHES, "single");
    this.count = el("input", { type: "number", id: "count", name: "count", min: 1, max: 99, value: "3" });
    this.countField = field("count", "How many", this.count);
    this.begin = el("button", { class: "button", type: "submit" }, "Play");
    this.element = this.#laidOut();
    this.element.addEventListener("change", () => this.#adapt());
    this.#takeBoard();
    this.#adapt();
  }

  #laidOut() {
    return el(
      "form",
      { class: "setup", onsubmit: (event) => this.#submit(event) },
      el("fieldset", {}, el("legend", {}, "Game"), this.game.element, this.about),
      el("fieldset", {}, el("legend", {}, "Against"), this.opponent.element, this.level.element, this.seat.element),
      el(
        "details",
        {},
        el("summary", {}, "Board, match and names"),
        field("rows", "Rows", this.rows),
        field("cols", "Columns", this.cols),
        this.options,
        this.symbols.map((symbol) => symbol.element),
        this.match.element,
        this.countField,
        this.names.map((name) => name.element),
      ),
      this.problem,
      el("p", { class: "doors" }, this.begin),
    );
  }

  get #rule() {
    return this.rules.find((game) => game.name === this.game.value());
  }

  #takeBoard() {
    const game = this.#rule;
    this.shown = game.name;
    this.rows.value = game.rows;
    this.cols.value = game.cols;
    for (const side of [this.rows, this.cols]) {
      Object.assign(side, { min: game.smallest[0], max: game.largest_side, step: game.odd_sides ? 2 : 1 });
    }
    put(this.options, game.options.map(optionField));
    this.symbols.forEach((symbol, seat) => (symbol.input.placeholder = game.demo.signs[seat]));
    this.seat.offer([
      ["1", "I do, as Player 1"],
      ["2", "My opponent does: I am Player 2"],
      ["toss", "A coin toss decides"],
    ], game.coin_toss ? "toss" : "1");
  }

  #adapt() {
    const game = this.#rule;
    if (game.name !== this.shown) this.#takeBoard();
    this.about.textContent = game.line;
    this.level.element.hidden = this.opponent.value() !== "computer";
    this.symbols.forEach((symbol) => (symbol.element.hidden = !game.own_symbols));
    this.countField.hidden = this.match.value() === "single";
  }

  async #submit(event) {
    event.preventDefault();
    this.problem.textContent = "";
    try {
      const game = await post("/games", this.#request());
      location.href = `/game/${game.id}${this.seat.value() === "toss" ? "#toss" : ""}`;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem.textContent = error.message;
    }
  }

  #request() {
    const seat = this.seat.value();
    const count = Number(this.count.value);
    const against = this.opponent.value();
    return {
      game: this.game.value(),
      ...opponent(against === "computer" ? this.level.value() : against),
      seat: seat === "toss" ? seat : Number(seat),
      rows: Number(this.rows.value) || null,
      cols: Number(this.cols.value) || null,
      options: filledIn(this.options),
      symbols: both(this.#rule.own_symbols ? this.symbols : []),
      name: this.names[0].input.value.trim() || null,
      opponent_name: this.names[1].input.value.trim() || null,
      games: this.match.value() === "games" ? count : null,
      first_to: this.match.value() === "first" ? count : null,
    };
  }
}

/** Who was chosen, as the server is told: one of its own, or an agent that it offers. */
function opponent(chosen) {
  return chosen.startsWith(AGENT) ? { opponent: "agent", agent: chosen.slice(AGENT.length) } : { opponent: chosen };
}

/** Two texts where at least one was given: the server says what is wrong with the other. */
function both(inputs) {
  const given = inputs.map((one) => one.input.value.trim());
  return given.some(Boolean) ? given : null;
}

/** One option of the chosen game, with the game's own explanation of it. */
function optionField({ name, help }) {
  const [id, about] = [`option-${name}`, `about-${name}`];
  const input = el("input", { id, name, maxlength: 60, autocomplete: "off", "aria-describedby": about });
  const label = name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");
  return el("div", {}, field(id, label, input), el("p", { class: "quiet", id: about }, help));
}

/** What was typed into the fields in here, by name; empty ones are left out. */
function filledIn(element) {
  const inputs = [...element.querySelectorAll("input")];
  return Object.fromEntries(inputs.map((input) => [input.name, input.value.trim()]).filter(([, given]) => given));
}

function field(id, label, input) {
  return el("p", { class: "field" }, el("label", { for: id }, label), input);
}

function text(id, label, longest = 20) {
  const input = el("input", { id, name: id, maxlength: longest, autocomplete: "off" });
  return { input, element: field(id, label, input) };
}

function select(id, label, options, value) {
  const input = el("select", { id, name: id });
  const offer = (offered, chosen) => {
    put(input, offered.map(([key, words]) => el("option", { value: key }, words)));
    input.value = chosen;
  };
  if (options.length) offer(options, value);
  return { element: field(id, label, input), value: () => input.value, offer };
}

function choice(name, options, chosen = options[0][0]) {
  const element = el(
    "div",
    { class: "choices" },
    options.map(([key, words]) =>
      el("label", {}, el("input", { type: "radio", name, value: key, checked: key === chosen }), el("span", {}, words)),
    ),
  );
  return { element, value: () => element.querySelector(":checked").value };
}
