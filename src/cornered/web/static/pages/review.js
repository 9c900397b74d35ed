// Review: a game by exact value, the move that decided it, and another try at each mistake.

import { Explorer } from "../board/explorer.js";
import { Tree } from "../board/tree.js";
import { textTwin } from "../board/twin.js";
import { attempt, get, patiently } from "../net/api.js";
import { BarGraph } from "../parts/bars.js";
import { isWorthARetry, judged, refutation } from "../parts/reviewed.js";
import { boardFrame, el, onArrows, put } from "../ui/dom.js";
import { analysisAddress, inWords, lineText, playOnAddress, whole } from "../ui/words.js";

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function show(main, id) {
  put(main, boardFrame("Looking at every move …"));
  const number = Number(id);
  const game = await get("/games/{number}", { number });
  document.title = `Review of ${game.title} · Cornered`;
  const asking = () => get("/games/{number}/review", { number });
  const wait = (/** @type {string} */ sentence) => put(main, boardFrame(sentence));
  const [review, tree] = await Promise.all([patiently(asking, wait), Tree.load(game.start, lineText(game.history))]);
  if (!review) return;
  const page = new ReviewPage(game, review, tree);
  put(main, page.element);
  onArrows((by) => page.go(page.tree.ply + by));
  page.go(review.moves.find((move) => move.lost_the_game)?.ply ?? game.ply);
}

class ReviewPage {
  /**
   * @param {Api.GameView} game
   * @param {Api.ReviewView} review
   * @param {Tree} tree
   */
  constructor(game, review, tree) {
    this.game = game;
    this.review = review;
    this.tree = tree;
    /** @type {Api.ReviewedMoveView | null} */
    this.retrying = null;
    /** @type {Set<Api.ReviewedMoveView>} */
    this.answered = new Set(); // the mistakes whose answer was asked for
    this.explorer = new Explorer(tree, { onChange: () => this.#moved(), label: `${game.title} board` });
    this.status = el("p", { class: "status", role: "status" });
    this.verdict = el("p", { class: "note", role: "status" });
    this.actions = this.#allActions();
    this.bars = new BarGraph(review, (ply) => this.go(ply));
    this.element = this.#laidOut();
  }

  #laidOut() {
    const { game, review } = this;
    const accuracy = game.seats.map((seat, index) => {
      const { right, mattered } = review.accuracy[index];
      const words = mattered ? ` got ${right} of ${mattered} decisions right.` : " had no decision to make.";
      return el("li", {}, el("strong", {}, seat.name), words);
    });
    return el(
      "div",
      { class: "board-page reviewed" },
      el("h1", {}, `Review: ${game.title} `, el("small", {}, `${game.board.rows}×${game.board.cols}`)),
      el("div", { class: "stage" }, this.explorer.board.element),
      el(
        "div",
        { class: "side" },
        el("p", { class: "summary" }, whole(review.detail)),
        el("ul", { class: "accuracy" }, accuracy),
        this.status,
        this.verdict,
        el("div", { class: "actions" }, Object.values(this.actions)),
      ),
      textTwin(this.explorer.board),
      this.bars.element,
    );
  }

  /**
   * Shows the game after `ply` moves, with what there is to say about the last one.
   *
   * @param {number} ply
   */
  go(ply) {
    this.retrying = null;
    this.tree.at = this.tree.root;
    this.tree.go(ply);
    this.draw();
  }

  draw() {
    const move = this.#move;
    this.explorer.show(null, this.retrying || !move ? [] : refutation(move, this.game.board));
    this.bars.mark(this.tree.ply);
    if (!this.retrying) {
      const words = move && `Move ${move.ply}: ${this.#name(move.player)} plays ${move.move}.`;
      this.status.textContent = whole(words ?? "The start.");
      this.verdict.textContent = move ? whole(judged(move, this.game) + this.#answer(move)) : "";
    }
    this.#drawActions();
  }

  #allActions() {
    const step = (/** @type {string} */ words, /** @type {number} */ by) =>
      el("button", { type: "button", onclick: () => this.go(this.tree.ply + by) }, words);
    return {
      back: step("Back", -1),
      on: step("Next", 1),
      again: el("button", { type: "button", class: "button", onclick: () => this.#retry() }, "Try again"),
      answer: el("button", { type: "button", onclick: () => this.#tellAnswer() }, "Show the answer"),
      leave: el("button", { type: "button", onclick: () => this.go(this.#move?.ply ?? 0) }, "Back to the game"),
      analyse: el("a", { class: "quiet-button" }, "Analyse"),
      playOn: el("a", { class: "quiet-button" }, "Play on from here"),
      game: el("a", { class: "quiet-button", href: `/game/${this.game.id}` }, "The game"),
    };
  }

  #drawActions() {
    const { actions, retrying, tree } = this;
    actions.back.hidden = actions.on.hidden = Boolean(retrying);
    const move = this.#move;
    actions.again.hidden = !move || !isWorthARetry(move);
    actions.answer.hidden = actions.again.hidden || !move || this.answered.has(move);
    actions.leave.hidden = !retrying;
    actions.analyse.href = analysisAddress(this.game.start, tree.moves);
    actions.playOn.href = playOnAddress(tree.at.step);
    actions.playOn.hidden = Boolean(tree.at.step.outcome);
  }

  /** The move that the page is talking about. */
  get #move() {
    return this.retrying ?? (this.review.moves[this.tree.ply - 1] || null);
  }

  /** Goes back before the mistake, and keeps the answer to itself. */
  #retry() {
    const move = this.#move;
    if (!move) return;
    this.go(move.ply - 1);
    this.retrying = move;
    this.status.textContent = whole(`${this.#name(move.player)} to move: find something better than ${move.move}.`);
    this.verdict.textContent = "";
    this.draw();
  }

  #tellAnswer() {
    const move = this.#move;
    if (!move) return;
    this.answered.add(move);
    this.go(move.ply);
  }

  /**
   * What was better: of a move that may be tried again it is told only to those who ask.
   *
   * @param {Api.ReviewedMoveView} move
   */
  #answer(move) {
    if (move.best.includes(move.move) || (isWorthARetry(move) && !this.answered.has(move))) return "";
    return ` Best was ${move.best.join(" or ")}, which ${inWords(move.before)}.`;
  }

  async #moved() {
    const { retrying } = this;
    if (!retrying) return this.draw();
    const tried = this.tree.moves[retrying.ply - 1];
    this.draw();
    this.verdict.textContent = "Looking …";
    await attempt(
      async () => {
        const kept = this.#judge(retrying, tried, await this.#analysed(retrying.ply - 1));
        if (!kept) this.#refute(await this.#analysed(retrying.ply), tried);
      },
      (sentence) => (this.verdict.textContent = `${sentence} Try that move again in a moment.`),
    );
  }

  /**
   * What is known about the position after so many moves of the line that is tried.
   *
   * @param {number} ply
   */
  #analysed(ply) {
    return get("/analysis", { start: this.game.start, moves: lineText(this.tree.moves.slice(0, ply)) });
  }

  /**
   * Draws how the other side answers a move that is no better, unless something else is shown by now.
   *
   * @param {Api.AnalysisView} found
   * @param {Api.MadeMove} tried
   */
  #refute({ line }, tried) {
    if (this.retrying && this.tree.moves.at(-1) === tried) this.explorer.show(null, line);
  }

  /**
   * Says what another move would have been worth, once it is known; whether it keeps the result.
   *
   * @param {Api.ReviewedMoveView} retrying
   * @param {Api.MadeMove} tried
   * @param {Api.AnalysisView} found
   */
  #judge({ best, before }, tried, found) {
    const value = found.moves.find((move) => move.square === tried.square)?.value ?? found.value;
    const kept = value.verdict === before.verdict;
    const words = best.includes(tried.label) ? "Yes" : kept ? "That keeps the result too" : "Not that either";
    this.verdict.textContent = `${words}: ${tried.label} ${inWords(value)}.`;
    return kept;
  }

  /** @param {number} player */
  #name(player) {
    return this.game.seats[player - 1].name;
  }
}
