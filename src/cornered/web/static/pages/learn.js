// A lesson: a few steps on a live board. The reader does something in each, and is told at once.

import { LiveBoard } from "../board/live_board.js";
import { get, post } from "../net/api.js";
import { boardFrame, bringIntoView, el, put } from "../ui/dom.js";

/**
 * @param {HTMLElement} main
 * @param {string} [name]
 */
export async function show(main, name) {
  if (!name) return list(main);
  put(main, boardFrame("Learn"));
  const lesson = await get("/lessons/{game}", { game: name });
  document.title = `Learn ${lesson.title} · Cornered`;
  if (!lesson.steps.length) return put(main, without(lesson));
  const page = new LessonPage(lesson);
  put(main, page.element);
  page.open(Number(location.hash.slice(1)) || firstOpen(lesson));
  addEventListener("hashchange", () => page.open(Number(location.hash.slice(1)) || 1));
}

/**
 * The steps of a lesson that this browser has seen done, from 1.
 *
 * @param {string} name
 * @returns {Set<number>}
 */
function done(name) {
  return new Set(JSON.parse(localStorage.getItem(`steps-${name}`) ?? "[]"));
}

/**
 * @param {string} name
 * @param {number} number
 */
function keepDone(name, number) {
  localStorage.setItem(`steps-${name}`, JSON.stringify([...done(name).add(number)]));
}

/**
 * The first step that is not done yet, or the last.
 *
 * @param {Api.LessonView} lesson
 */
function firstOpen({ name, steps }) {
  const seen = done(name);
  const open = steps.findIndex((_, index) => !seen.has(index + 1));
  return open < 0 ? steps.length : open + 1;
}

class LessonPage {
  /** @param {Api.LessonView} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.number = 1;
    this.heading = el("small");
    this.text = el("p", { class: "aim task", "aria-live": "polite" });
    this.status = el("p", { class: "status", role: "status" });
    this.note = el("p", { class: "note", "aria-live": "polite" });
    this.steps = el("ol", { class: "steps", "aria-label": "Steps" });
    this.live = new LiveBoard({
      judge: (label, played) => this.#judge(label, played),
      onTold: (answer, square) => this.#told(answer, square),
      onSay: (sentence) => (this.note.textContent = sentence),
    });
    this.next = el("button", { type: "button", class: "button", onclick: () => this.#goOn() }, "Next step");
    this.again = el("button", { type: "button", onclick: () => this.#again() }, "Try again");
    this.actions = el("div", { class: "actions" }, this.next, this.again);
    this.end = afterwards(lesson);
    const side = [this.status, this.note, this.live.line, this.actions, this.end, this.steps];
    this.element = this.live.page("lesson", el("h1", {}, `Learn ${lesson.title} `, this.heading), this.text, side);
  }

  get step() {
    return this.lesson.steps[this.number - 1];
  }

  /**
   * Goes to a step, from 1.
   *
   * @param {number} number
   */
  open(number) {
    const { steps } = this.lesson;
    this.number = Math.max(1, Math.min(number, steps.length));
    history.replaceState(null, "", `#${this.number}`);
    this.heading.textContent = `step ${this.number} of ${steps.length}`;
    this.text.textContent = [this.step.text, this.step.task].filter(Boolean).join(" ");
    this.#start();
  }

  #goOn() {
    this.#goTo(this.number + 1);
    scrollTo({ top: 0 });
  }

  /** @param {number} number */
  #goTo(number) {
    this.open(number);
    this.live.focus(); // a second Enter must not skip the step
  }

  #again() {
    this.#start();
    this.live.focus(); // the button is gone
  }

  #start() {
    const { position } = this.step;
    this.live.start(position, `${position.title} board`);
    this.status.textContent = WAITING[this.step.kind];
    this.status.dataset.turn = String(position.steps[0].to_move);
    this.note.textContent = "";
    this.#offer({ over: false, isDone: false });
  }

  /**
   * @param {string} move
   * @param {string[]} played
   */
  async #judge(move, played) {
    const answer = await post(
      "/lessons/{game}/steps/{number}",
      { game: this.lesson.name, number: this.number },
      { played, move },
    );
    return { ...answer, open: !answer.done };
  }

  /**
   * @param {Api.ToldView} answer
   * @param {number} square
   */
  #told({ said, done: isDone, refutation, position }, square) {
    this.status.textContent = said;
    const moved = refutation || position.history.length > 0;
    if (!moved) this.live.board.refuse(square, said);
    if (isDone) keepDone(this.lesson.name, this.number);
    this.status.dataset.turn = isDone || refutation ? "" : String(this.step.position.steps[0].to_move);
    this.#offer({ over: isDone || Boolean(refutation), isDone });
    bringIntoView(this.end.hidden ? this.actions : this.end);
  }

  /** @param {{ over: boolean, isDone: boolean }} state */
  #offer({ over, isDone }) {
    const last = this.number === this.lesson.steps.length;
    this.next.hidden = last;
    this.next.textContent = isDone ? "Next step" : "Skip this step";
    this.next.classList.toggle("button", isDone);
    this.again.hidden = !over;
    this.again.classList.toggle("button", over && !isDone);
    this.end.hidden = !(last && isDone);
    put(this.steps, this.lesson.steps.map((_, index) => this.#dot(index + 1)));
  }

  /** @param {number} number */
  #dot(number) {
    const current = number === this.number;
    const seen = done(this.lesson.name).has(number);
    const label = `Step ${number}${seen ? ", done" : ""}`;
    const props = { type: "button", class: seen ? "seen" : null, "aria-label": label, "aria-current": current ? "step" : null };
    return el("li", {}, el("button", { ...props, onclick: () => this.#goTo(number) }, number));
  }
}

const WAITING = {
  move: "Your move: choose a square.",
  refused: "Choose a square that the rules refuse.",
  resist: "Your move: try to break it.",
  puzzle: "Your move: it is answered at once.",
};

/** @param {Api.LessonView} lesson */
function afterwards({ name, title }) {
  return el(
    "section",
    { hidden: true },
    el("h2", {}, `That was ${title}.`),
    el(
      "p",
      { class: "doors" },
      el("a", { class: "button", href: `/puzzles?game=${name}` }, "Puzzles"),
      el("a", { href: `/new?game=${name}` }, "Play"),
      el("a", { href: `/explore/${name}` }, "Explore"),
    ),
  );
}

/** @param {Api.LessonView} lesson */
function without({ name, title, detail }) {
  return el(
    "div",
    {},
    el("h1", {}, `Learn ${title}`),
    el("p", {}, detail),
    el("p", { class: "doors" }, el("a", { class: "button", href: `/rules/${name}` }, "Rules"), el("a", { href: "/learn" }, "Lessons")),
  );
}

/** @param {HTMLElement} main */
async function list(main) {
  document.title = "Learn · Cornered";
  put(main, el("h1", {}, "Learn"));
  const lessons = await get("/lessons", {});
  put(
    main,
    el("h1", {}, "Learn"),
    el("p", {}, "Each game in a few steps on a live board: the goal, the move, the trick, then two puzzles that need it."),
    el("ul", { class: "games" }, lessons.map(listed)),
  );
}

/** @param {Api.LessonSummary} lesson */
function listed({ name, title, steps, detail }) {
  const seen = done(name).size;
  const how = !steps ? "" : seen === steps ? "Done." : seen ? `${seen} of ${steps} steps done.` : `${steps} steps.`;
  const named = el("a", { href: steps ? `/learn/${name}` : `/rules/${name}` }, title);
  return el("li", {}, named, el("span", {}, `${detail} `, el("span", { class: "quiet" }, how)));
}
