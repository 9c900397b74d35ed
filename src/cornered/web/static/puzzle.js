// A puzzle: the task above the board, the answer only after a try. Then the next one, near your rating.

import { get, patiently, post, Refusal } from "./api.js";
import { boardFrame, bringIntoView, el, put } from "./dom.js";
import { select } from "./fields.js";
import { LiveBoard } from "./live_board.js";
import { Standing, today } from "./standing.js";
import { analysisAddress, plural } from "./words.js";

const WISHES = ["game", "size", "theme"];
const ANY = "";
const SEEN = "puzzles-seen";
const MOST_SEEN = 20;

export async function show(main, name) {
  document.title = "Puzzles · Cornered";
  put(main, boardFrame("Looking for a puzzle …"));
  const wish = wished();
  const waiting = (sentence) => put(main, boardFrame(sentence));
  const [puzzle, catalogue] = await Promise.all([
    patiently(() => find(name, wish), waiting, () => true).catch((error) => refused(error, wish)),
    get("/puzzles"),
  ]);
  if (!name && puzzle.id) history.replaceState(null, "", address(`/puzzles/${puzzle.id}`, wish));
  if (puzzle.id) keepSeen(puzzle.id);
  const page = puzzle.id ? new PuzzlePage(puzzle, wish, catalogue) : new NoPuzzle(puzzle.refusal, wish, catalogue);
  put(main, page.element);
  await page.begin();
}

function find(name, wish) {
  if (name === "today") return get("/puzzles/today", { day: today() });
  if (name) return get(`/puzzles/${name}`);
  return get("/puzzles/next", [...Object.entries(wish), ...seen().map((one) => ["besides", one])]);
}

/** The latest puzzles that were shown in this tab: what was skipped is not what comes next. */
function seen() {
  return JSON.parse(sessionStorage.getItem(SEEN) ?? "[]");
}

function keepSeen(name) {
  const others = seen().filter((one) => one !== name);
  sessionStorage.setItem(SEEN, JSON.stringify([...others, name].slice(-MOST_SEEN)));
}

function address(path, query) {
  const asked = new URLSearchParams(query).toString();
  return asked ? `${path}?${asked}` : path;
}

/** What was refused because there is no puzzle for these wishes; anything else is no matter of this page. */
function refused(error, wish) {
  if (!(error instanceof Refusal) || !Object.keys(wish).length) throw error;
  return { refusal: error.message };
}

function wished() {
  const asked = new URLSearchParams(location.search);
  return Object.fromEntries(WISHES.map((key) => [key, asked.get(key)]).filter(([, value]) => value));
}

class NoPuzzle {
  constructor(refusal, wish, catalogue) {
    this.element = el(
      "div",
      { class: "narrow" },
      el("h1", {}, "Puzzles"),
      el("p", { role: "alert" }, refusal),
      chooser(wish, catalogue, true),
    );
  }

  async begin() {}
}

class PuzzlePage {
  constructor(puzzle, wish, catalogue) {
    this.puzzle = puzzle;
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

  #allActions(wish) {
    const button = (words, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, words);
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

  async #judge(label) {
    const answer = await post(`/puzzles/${this.puzzle.id}/tries`, { moves: [...this.mine, label] });
    this.mine.push(label);
    return { ...answer, open: answer.status === "open" };
  }

  #told(answer) {
    const turn = answer.open ? this.puzzle.position.steps[0].to_move : "";
    this.#say(answer.sentence, answer.status, turn);
    if (!answer.open) this.#report(answer);
    bringIntoView(answer.open ? this.status : this.row);
  }

  /** What the try was about, and what it did to the rating. */
  async #report({ idea, counted }) {
    const theme = idea ? `Theme: ${idea}.` : "";
    this.note.textContent = theme;
    const change = await this.standing.refresh();
    const signed = change < 0 ? `−${-change}` : `+${change}`;
    const rated = counted ? `Your rating: ${signed}.` : "Only the first try counts.";
    this.note.textContent = [theme, rated, this.isToday && this.standing.streak].filter(Boolean).join(" ");
  }

  #say(sentence, status, turn) {
    this.status.textContent = sentence;
    this.status.dataset.turn = turn;
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
      this.note.textContent = (await get(`/puzzles/${this.puzzle.id}/idea`)).sentence;
    });
  }

  async #giveUp() {
    await this.#asking(async () => {
      const answer = await post(`/puzzles/${this.puzzle.id}/answer`);
      this.live.follow(answer.position, "The answer");
      this.#told({ ...answer, open: false });
      this.actions.answer.hidden = true;
      this.live.focus();
    });
  }

  async #asking(ask) {
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.note.textContent = error.message;
    }
  }

  async #share() {
    const address = `${location.origin}/puzzles/${this.puzzle.id}`;
    try {
      await navigator.clipboard.writeText(address);
      this.note.textContent = "Copied: the address leads to this puzzle.";
    } catch {
      this.note.textContent = `The address of this puzzle: ${address}`;
    }
  }
}

function lower(sentence) {
  return sentence[0].toLowerCase() + sentence.slice(1);
}

/** What is being trained, for the fold in which that can be changed. */
function trained({ game, size, theme }, games, themes) {
  const titles = [games.find(({ name }) => name === game)?.title, size?.replace("x", "×"), themes.find(({ name }) => name === theme)?.title];
  const words = titles.filter(Boolean).join(", ");
  return words ? `Training: ${words}` : "Choose what to train";
}

/** What to train: a game, a board, a theme; the page goes there as soon as it is asked to. */
function chooser(wish, { games, themes }, open = false) {
  const game = select("train-game", "Game", [[ANY, "Any game"], ...games.map((one) => [one.name, one.title])], wish.game ?? ANY);
  const size = select("train-size", "Board");
  const theme = select("train-theme", "Theme");
  const offerSizes = (chosen) => {
    const boards = games.find((one) => one.name === game.value())?.boards ?? [];
    const sizes = boards.map(({ rows, cols }) => [`${rows}x${cols}`, `${rows}×${cols}`]);
    size.offer([[ANY, "Any board"], ...sizes], sizes.some(([key]) => key === chosen) ? chosen : ANY);
    size.element.hidden = !sizes.length;
  };
  const offerThemes = (chosen) => {
    const its = games.find((one) => one.name === game.value())?.themes;
    const offered = themes.filter((one) => !its || its.includes(one.name)).map((one) => [one.name, one.title]);
    theme.offer([[ANY, "Any theme"], ...offered], offered.some(([key]) => key === chosen) ? chosen : ANY);
  };
  offerSizes(wish.size);
  offerThemes(wish.theme);
  game.input.addEventListener("change", () => {
    offerSizes(ANY);
    offerThemes(theme.value());
  });
  const train = (event) => {
    event.preventDefault();
    const wishes = { game: game.value(), size: size.value(), theme: theme.value() };
    location.href = address("/puzzles", Object.entries(wishes).filter(([, value]) => value));
  };
  return el(
    "details",
    { class: "train", open },
    el("summary", {}, trained(wish, games, themes)),
    el("form", { onsubmit: train }, game.element, size.element, theme.element, el("button", { type: "submit" }, "Train this")),
  );
}
