// A rush: as many puzzles as you can in three minutes, until three mistakes.

import { get, post, Refusal } from "./api.js";
import { el, put } from "./dom.js";
import { LiveBoard } from "./live_board.js";
import { progress } from "./standing.js";
import { plural } from "./words.js";

const TICK = 250;
const MISTAKES = 3;

export async function show(main) {
  document.title = "Puzzle rush · Cornered";
  const { best_rush: best } = await progress();
  waitToBegin(main, best);
}

function waitToBegin(main, best) {
  const problem = el("p", { class: "problem", role: "alert" });
  const begin = el("button", { type: "button", class: "button" }, "Begin");
  begin.addEventListener("click", async () => {
    begin.disabled = true;
    try {
      await new Rush(main, best).begin();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problem.textContent = error.message;
      begin.disabled = false;
    }
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

class Rush {
  constructor(main, best) {
    Object.assign(this, { main, best, mine: [], failed: [] });
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
  }

  async begin() {
    this.rush = await post("/rushes");
    const first = await this.#another();
    this.page = this.live.page("rush", this.heading, this.task, [this.clock, this.score, this.status]);
    put(this.main, this.page);
    this.#keepTime(await get(`/rushes/${this.rush.number}`));
    this.ticking = setInterval(() => this.#tick(), TICK);
    this.status.textContent = "Go!";
    this.#set(first);
  }

  #another(besides) {
    return get("/puzzles/next", { rush: this.rush.number, ...(besides && { besides }) });
  }

  /** Shows a puzzle, and lets the next one be made in the meantime. */
  #set(puzzle) {
    const { position } = puzzle;
    this.puzzle = puzzle;
    this.mine = [];
    put(this.heading, `${position.title} `, el("small", {}, `${position.board.rows}×${position.board.cols}`));
    this.task.textContent = puzzle.task;
    this.page.dataset.puzzle = puzzle.id;
    this.live.start(position, `${position.title} puzzle`);
    this.live.focus(); // another board has other cells
    this.following = this.#another(puzzle.id);
    this.following.catch(() => {}); // it is asked for again when it is needed
  }

  async #judge(label) {
    const moves = [...this.mine, label];
    const answer = await post(`/puzzles/${this.puzzle.id}/tries`, { moves, rush: this.rush.number });
    this.mine.push(label);
    return { ...answer, open: answer.status === "open" };
  }

  async #told(answer) {
    this.#keepTime(answer.rush);
    this.status.textContent = answer.status === "failed" ? `Not ${this.mine.at(-1)}.` : answer.sentence;
    if (answer.open) return;
    if (answer.status === "failed") this.failed.push(this.puzzle);
    if (this.rush.over) return this.#end();
    try {
      this.#set(await this.following.catch(() => this.#another(this.puzzle.id)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.status.textContent = error.message;
      this.#end();
    }
  }

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
    const { solved } = await get(`/rushes/${this.rush.number}`).catch(() => this.rush);
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

function link({ id, position: { title, board } }) {
  return el("li", {}, el("a", { href: `/puzzles/${id}` }, `${title} ${board.rows}×${board.cols}`));
}
