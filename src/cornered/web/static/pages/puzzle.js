// A puzzle: the task above the board, the answer only after a try. Then the next one, near your rating.

import { LiveBoard } from "../board/live_board.js";
import { attempt, get, patiently, post } from "../net/api.js";
import { Standing, today } from "../parts/standing.js";
import { boardFrame, bringIntoView, copied, el, put } from "../ui/dom.js";
import { select } from "../ui/fields.js";
import { analysisAddress, plural } from "../ui/words.js";

/** @import { Option } from "../ui/fields.js" */

/** @typedef {{ game?: string, size?: string, theme?: Api.Theme }} Wish what to train */

/** @typedef {Api.TryView & { open: boolean }} Tried */

const WISHES = ["game", "size", "theme"];
const ANY = "";
const SEEN = "puzzles-seen";
const MOST_SEEN = 20;

/**
 * @param {HTMLElement} main
 * @param {string} [name]
 */
export async function show(main, name) {
  document.title = "Puzzles · Cornered";
  put(main, boardFrame("Looking for a puzzle …"));
  const wish = wished();
  const waiting = (/** @type {string} */ sentence) => put(main, boardFrame(sentence));
  const finding = () => patiently(() => find(name, wish), waiting);
  let refusal = "";
  const [puzzle, catalogue] = await Promise.all([
    // That there is no puzzle for these wishes is said on this page; anything else is no matter of it.
    Object.keys(wish).length ? attempt(finding, (sentence) => (refusal = sentence)) : finding(),
    get("/puzzles", {}),
  ]);
  if (!puzzle) return put(main, noPuzzle(refusal, wish, catalogue));
  if (!name) history.replaceState(null, "", address(`/puzzles/${puzzle.id}`, wish));
  keepSeen(puzzle.id);
  const page = new PuzzlePage(puzzle, wish, catalogue);
  put(main, page.element);
  await page.begin();
}

/**
 * @param {string | undefined} name
 * @param {Wish} wish
 */
function find(name, wish) {
  if (name === "today") return get("/puzzles/today", { day: today() });
  if (name) return get("/puzzles/{name}", { name });
  return get("/puzzles/next", { ...wish, besides: seen() });
}

/**
 * The latest puzzles that were shown in this tab: what was skipped is not what comes next.
 *
 * @returns {string[]}
 */
function seen() {
  return JSON.parse(sessionStorage.getItem(SEEN) ?? "[]");
}

/** @param {string} name */
function keepSeen(name) {
  const others = seen().filter((one) => one !== name);
  sessionStorage.setItem(SEEN, JSON.stringify([...others, name].slice(-MOST_SEEN)));
}

/**
 * @param {string} path
 * @param {Record<string, string>} query
 */
function address(path, query) {
  const asked = new URLSearchParams(query).toString();
  return asked ? `${path}?${asked}` : path;
}

/** @returns {Wish} */
function wished() {
  const asked = new URLSearchParams(location.search);
  return Object.fromEntries(WISHES.map((key) => [key, asked.get(key)]).filter(([, value]) => value));
}

/**
 * @param {string} refusal
 * @param {Wish} wish
 * @param {Api.Catalogue} catalogue
 */
function noPuzzle(refusal, wish, catalogue) {
  return el(
    "div",
    { class: "narrow" },
    el("h1", {}, "Puzzles"),
    el("p", { role: "alert" }, refusal),
    chooser(wish, catalogue, true),
  );
}

class PuzzlePage {
  /**
   * @param {Api.PuzzleView} puzzle
   * @param {Wish} wish
   * @param {Api.Catalogue} catalogue
   */
  constructor(puzzle, wish, catalogue) {
    this.puzzle = puzzle;
    /** @type {string[]} */
    this.mine = [];
    this.isToday = location.pathname === "/puzzles/today";
    this.status = el("p", { class: "status", role: "status" });
    this.note = el("p", { class: "note", "aria-live": "polite" });
    this.standing = new Standing();
    this.live = new LiveBoard({
      judge: (label) => this.#judge(label),
      onTold: (answer) => this.#told(answer),
      onSay: (sentence) => (this.note.textContent = sentence),
    });
    this.actions = this.#allActions(wish);
    this.row = el("div", { class: "actions" }, Object.values(this.actions));
    this.element = this.#laidOut(chooser(wish, catalogue));
  }

  async begin() {
    const { title } = this.puzzle.position;
    document.title = `${this.isToday ? "Today's puzzle" : `Puzzle: ${title}`} · Cornered`;
    this.#start();
    await this.standing.refresh();
  }

  /** @param {HTMLElement} choosing */
  #laidOut(choosing) {
    const { puzzle } = this;
    const { title, board } = puzzle.position;
    const size = `${board.rows}×${board.cols}, grade ${puzzle.grade} of 4`;
    const heading = this.isToday
      ? el("h1", {}, "Today's puzzle ", el("small", {}, `${title} ${size}`))
      : el("h1", {}, `${title} `, el("small", {}, size));
    return this.live.page("", heading, el("p", { class: "aim task" }, puzzle.task), [
      this.status,
      this.note,
      this.live.line,
      this.row,
      el("p", { class: "quiet" }, `The goal of the game: ${lower(puzzle.goal)}`),
      this.standing.element,
      el(
        "p",
        { class: "doors" },
        !this.isToday && el("a", { href: "/puzzles/today" }, "Today's puzzle"),
        el("a", { href: "/puzzles/rush" }, "Rush"),
        el("a", { href: `/learn/${puzzle.position.game}` }, "Lesson"),
        el("a", { href: `/rules/${puzzle.position.game}` }, "Rules"),
      ),
      choosing,
    ]);
  }

  /** @param {Wish} wish */
  #allActions(wish) {
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
      el("button", { type: "button", onclick }, words);
    return {
      next: el("a", { class: "button", href: address("/puzzles", wish) }, "Next puzzle"),
      again: button("Try again", () => this.#again()),
      idea: button("The idea", () => this.#hint()),
      answer: button("Show the answer", () => this.#giveUp()),
      analyse: el("a", { class: "quiet-button", href: analysisAddress(this.puzzle.position.start) }, "Analyse"),
      share: button("Share", () => this.#share()),
    };
  }

  #start() {
    const { position } = this.puzzle;
    this.mine = [];
    this.live.start(position, `${position.title} puzzle`);
    const { moves, to_move: turn } = position.steps[0];
    this.#say(`Your move: ${plural(moves.length, "square is", "squares are")} open.`, "open", turn);
    this.note.textContent = "";
  }

  #again() {
    this.#start();
    this.live.focus(); // the button is gone
  }

  /**
   * @param {string} label
   * @returns {Promise<Tried>}
   */
  async #judge(label) {
    const answer = await post("/puzzles/{name}/tries", { name: this.puzzle.id }, { moves: [...this.mine, label] });
    this.mine.push(label);
    return { ...answer, open: answer.status === "open" };
  }

  /** @param {Tried} answer */
  #told(answer) {
    const turn = answer.open ? this.puzzle.position.steps[0].to_move : null;
    this.#say(answer.sentence, answer.status, turn);
    if (!answer.open) this.#report(answer);
    bringIntoView(answer.open ? this.status : this.row);
  }

  /**
   * What the try was about, and what it did to the rating.
   *
   * @param {Tried} answer
   */
  async #report({ idea, counted }) {
    const theme = idea ? `Theme: ${idea}.` : "";
    this.note.textContent = theme;
    const change = await this.standing.refresh();
    const signed = change < 0 ? `−${-change}` : `+${change}`;
    const rated = counted ? `Your rating: ${signed}.` : "Only the first try counts.";
    this.note.textContent = [theme, rated, this.isToday && this.standing.streak].filter(Boolean).join(" ");
  }

  /**
   * @param {string} sentence
   * @param {Api.TryView["status"]} status
   * @param {number | null} turn
   */
  #say(sentence, status, turn) {
    this.status.textContent = sentence;
    this.status.dataset.turn = String(turn ?? "");
    this.element.dataset.status = status;
    const { next, again, idea, answer, analyse } = this.actions;
    const open = status === "open";
    idea.hidden = !open;
    answer.hidden = status === "solved";
    again.hidden = status !== "failed";
    analyse.hidden = open;
    if (open) this.row.append(next);
    else this.row.prepend(next);
    next.classList.toggle("button", !open);
    next.classList.toggle("quiet-button", open);
    next.textContent = open && !this.isToday ? "Another puzzle" : this.isToday ? "More puzzles" : "Next puzzle";
  }

  async #hint() {
    await this.#asking(async () => {
      this.note.textContent = (await get("/puzzles/{name}/idea", { name: this.puzzle.id })).sentence;
    });
  }

  async #giveUp() {
    await this.#asking(async () => {
      const answer = await post("/puzzles/{name}/answer", { name: this.puzzle.id });
      this.live.follow(answer.position, "The answer");
      this.#told({ ...answer, open: false });
      this.actions.answer.hidden = true;
      this.live.focus();
    });
  }

  /** @param {() => Promise<void>} ask */
  #asking(ask) {
    return attempt(ask, (sentence) => (this.note.textContent = sentence));
  }

  async #share() {
    const link = `${location.origin}/puzzles/${this.puzzle.id}`;
    const given = `The address of this puzzle: ${link}`;
    this.note.textContent = (await copied(link)) ? "Copied: the address leads to this puzzle." : given;
  }
}

/** @param {string} sentence */
function lower(sentence) {
  return sentence[0].toLowerCase() + sentence.slice(1);
}

/**
 * What is being trained, for the fold in which that can be changed.
 *
 * @param {Wish} wish
 * @param {Api.PuzzleGame[]} games
 * @param {Api.ThemeView[]} themes
 */
function trained({ game, size, theme }, games, themes) {
  const titles = [games.find(({ name }) => name === game)?.title, size?.replace("x", "×"), themes.find(({ name }) => name === theme)?.title];
  const words = titles.filter(Boolean).join(", ");
  return words ? `Training: ${words}` : "Choose what to train";
}

/**
 * What to train: a game, a board, a theme; the page goes there as soon as it is asked to.
 *
 * @param {Wish} wish
 * @param {Api.Catalogue} catalogue
 */
function chooser(wish, { games, themes }, open = false) {
  const game = select("train-game", "Game", [[ANY, "Any game"], ...games.map(named)], wish.game ?? ANY);
  const size = select("train-size", "Board");
  const theme = select("train-theme", "Theme");
  const offerSizes = (chosen = ANY) => {
    const boards = games.find((one) => one.name === game.value())?.boards ?? [];
    /** @type {Option[]} */
    const sizes = boards.map(({ rows, cols }) => [`${rows}x${cols}`, `${rows}×${cols}`]);
    size.offer([[ANY, "Any board"], ...sizes], sizes.some(([key]) => key === chosen) ? chosen : ANY);
    size.element.hidden = !sizes.length;
  };
  const offerThemes = (chosen = ANY) => {
    const its = games.find((one) => one.name === game.value())?.themes;
    const offered = themes.filter((one) => !its || its.includes(one.name)).map(named);
    theme.offer([[ANY, "Any theme"], ...offered], offered.some(([key]) => key === chosen) ? chosen : ANY);
  };
  offerSizes(wish.size);
  offerThemes(wish.theme);
  game.input.addEventListener("change", () => {
    offerSizes();
    offerThemes(theme.value());
  });
  const train = (/** @type {Event} */ event) => {
    event.preventDefault();
    const wishes = { game: game.value(), size: size.value(), theme: theme.value() };
    location.href = address("/puzzles", Object.fromEntries(Object.entries(wishes).filter(([, value]) => value)));
  };
  return el(
    "details",
    { class: "train", open },
    el("summary", {}, trained(wish, games, themes)),
    el("form", { onsubmit: train }, game.element, size.element, theme.element, el("button", { type: "submit" }, "Train this")),
  );
}

/**
 * @param {{ name: string, title: string }} one
 * @returns {Option}
 */
function named({ name, title }) {
  return [name, title];
}
