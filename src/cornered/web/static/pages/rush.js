// A rush: as many puzzles as you can in three minutes, until three mistakes.

import { LiveBoard } from "../board/live_board.js";
import { attempt, get, post } from "../net/api.js";
import { progress } from "../parts/standing.js";
import { el, put } from "../ui/dom.js";
import { plural } from "../ui/words.js";

const TICK = 250;
const MISTAKES = 3;

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = "Puzzle rush · Cornered";
  const { best_rush: best } = await progress();
  waitToBegin(main, best);
}

/**
 * @param {HTMLElement} main
 * @param {number | null} best
 */
function waitToBegin(main, best) {
  const problem = el("p", { class: "problem", role: "alert" });
  const begin = el("button", { type: "button", class: "button" }, "Begin");
  begin.addEventListener("click", async () => {
    begin.disabled = true;
    await attempt(
      () => startRush(main, best),
      (sentence) => {
        problem.textContent = sentence;
        begin.disabled = false;
      },
    );
  });
  put(
    main,
    el(
      "div",
      { class: "narrow" },
      el("h1", {}, "Puzzle rush"),
      el("p", {}, "As many puzzles as you can in three minutes. Three mistakes end it. They begin easily and get harder."),
      el("p", { class: "quiet" }, best === null ? "The clock starts when you begin." : `Your best so far: ${best}.`),
      problem,
      el("p", { class: "doors" }, begin, el("a", { href: "/puzzles" }, "Puzzles without a clock")),
    ),
  );
}

/**
 * @param {HTMLElement} main
 * @param {number | null} best
 */
async function startRush(main, best) {
  const begun = await post("/rushes", {});
  const first = await anotherPuzzle(begun);
  const rush = new Rush(main, best, await get("/rushes/{number}", { number: begun.number }), first);
  put(main, rush.page);
  rush.begin();
}

/**
 * @param {Api.RushView} rush
 * @param {string} [besides]
 */
function anotherPuzzle({ number }, besides) {
  return get("/puzzles/next", { rush: number, ...(besides && { besides: [besides] }) });
}

/** @typedef {Api.TryView & { open: boolean }} Tried */

class Rush {
  /**
   * @param {HTMLElement} main
   * @param {number | null} best
   * @param {Api.RushView} rush
   * @param {Api.PuzzleView} first
   */
  constructor(main, best, rush, first) {
    this.main = main;
    this.best = best;
    this.rush = rush;
    this.puzzle = first;
    this.following = Promise.resolve(first);
    this.ends = 0;
    this.ended = false;
    /** @type {string[]} */
    this.mine = [];
    /** @type {Api.PuzzleView[]} */
    this.failed = [];
    this.heading = el("h1");
    this.task = el("p", { class: "aim task" });
    this.clock = el("p", { class: "clock", role: "timer" });
    this.score = el("p", { class: "score-line" });
    this.status = el("p", { class: "status", role: "status" });
    this.live = new LiveBoard({
      judge: (label) => this.#judge(label),
      onTold: (answer) => this.#told(answer),
      onSay: (sentence) => (this.status.textContent = sentence),
    });
    this.page = this.live.page("rush", this.heading, this.task, [this.clock, this.score, this.status]);
  }

  begin() {
    this.#keepTime(this.rush);
    this.ticking = setInterval(() => this.#tick(), TICK);
    this.status.textContent = "Go!";
    this.#set(this.puzzle);
  }

  /**
   * Shows a puzzle, and lets the next one be made in the meantime.
   *
   * @param {Api.PuzzleView} puzzle
   */
  #set(puzzle) {
    const { position } = puzzle;
    this.puzzle = puzzle;
    this.mine = [];
    put(this.heading, `${position.title} `, el("small", {}, `${position.board.rows}×${position.board.cols}`));
    this.task.textContent = puzzle.task;
    this.page.dataset.puzzle = puzzle.id;
    this.live.start(position, `${position.title} puzzle`);
    this.live.focus(); // another board has other cells
    this.following = anotherPuzzle(this.rush, puzzle.id);
    this.following.catch(() => {}); // it is asked for again when it is needed
  }

  /**
   * @param {string} label
   * @returns {Promise<Tried>}
   */
  async #judge(label) {
    const moves = [...this.mine, label];
    const answer = await post("/puzzles/{name}/tries", { name: this.puzzle.id }, { moves, rush: this.rush.number });
    this.mine.push(label);
    return { ...answer, open: answer.status === "open" };
  }

  /** @param {Tried} answer */
  async #told(answer) {
    if (answer.rush) this.#keepTime(answer.rush);
    this.status.textContent = answer.status === "failed" ? `Not ${this.mine.at(-1)}.` : answer.sentence;
    if (answer.open) return;
    if (answer.status === "failed") this.failed.push(this.puzzle);
    if (this.rush.over) return this.#end();
    const next = await attempt(
      () => this.following.catch(() => anotherPuzzle(this.rush, this.puzzle.id)),
      (sentence) => (this.status.textContent = sentence),
    );
    if (next) this.#set(next);
    else this.#end();
  }

  /** @param {Api.RushView} rush */
  #keepTime(rush) {
    this.rush = rush;
    this.ends = performance.now() + 1000 * rush.seconds_left;
    this.score.textContent = `${rush.solved} solved, ${rush.mistakes} of ${MISTAKES} mistakes`;
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, Math.ceil((this.ends - performance.now()) / 1000));
    this.clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (!left) this.#end();
  }

  /** The score as the server has counted it, and the puzzles that are worth another look. */
  async #end() {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.ticking);
    const { solved } = await get("/rushes/{number}", { number: this.rush.number }).catch(() => this.rush);
    const record = this.best !== null && solved > this.best ? " Your best so far!" : "";
    const again = el("button", { type: "button", class: "button", onclick: () => location.reload() }, "Once more");
    put(
      this.main,
      el(
        "div",
        { class: "narrow" },
        el("h1", {}, "Puzzle rush"),
        el("p", { class: "result", role: "status" }, `${solved} solved`),
        el("p", {}, `The rush is over.${record}`),
        this.failed.length > 0 && [
          el("h2", {}, `Worth another look: ${plural(this.failed.length, "puzzle")}`),
          el("ul", {}, this.failed.map(link)),
        ],
        el("p", { class: "doors" }, again, el("a", { href: "/puzzles" }, "Puzzles without a clock")),
      ),
    );
    again.focus();
  }
}

/** @param {Api.PuzzleView} puzzle */
function link({ id, position: { title, board } }) {
  return el("li", {}, el("a", { href: `/puzzles/${id}` }, `${title} ${board.rows}×${board.cols}`));
}
