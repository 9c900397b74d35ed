// Home: your games if you have any, today's puzzle, games that wait for someone, every game there is, what others play.

import { Board } from "../board/board.js";
import { attempt, get, post } from "../net/api.js";
import { listenToOpenGames } from "../net/streams.js";
import { gameList } from "../parts/game_list.js";
import { todaysPuzzle } from "../parts/today.js";
import { el, leaveFor, put, still } from "../ui/dom.js";
import { myName } from "../ui/person.js";
import { usualGame } from "../ui/words.js";

const BEAT = 900;
const YOURS_SHOWN = 4;

/** @param {HTMLElement} main */
export async function show(main) {
  const title = el("h1", { class: "unseen" }, "Small games about running out of room");
  const cards = el("ul", { class: "cards" }, Array.from({ length: 5 }, emptyCard));
  const yours = el("div", { class: "yours" });
  const others = el("div");
  put(main, title, yours, todaysPuzzle(), openGames(), cards, others);
  const [rules, mine, going] = await Promise.all([
    get("/rules", {}),
    get("/games", { mine: true, limit: 30 }),
    get("/games", { unfinished: true, limit: 20 }),
  ]);
  put(yours, gameList("Your games", unfinishedFirst(mine).slice(0, YOURS_SHOWN)));
  put(cards, rules.map(card));
  put(others, gameList("Being played now", going.filter((game) => !game.yours && game.plies).slice(0, 8)));
}

/** The games that anyone may join, live, where the host of the site has turned them on. */
function openGames() {
  if (!document.body.dataset.openGames) return null;
  const list = el("div", { "aria-live": "polite" });
  const problem = el("p", { class: "problem", role: "alert" });
  const join = (/** @type {Api.OpenGame} */ game) =>
    shown(problem, async () => {
      await post("/open-games/{number}/join", { number: game.id }, { name: myName() || null });
      location.href = `/game/${game.id}`;
    });
  listenToOpenGames((games) => put(list, openList(games, join)));
  const wait = el("p", { class: "doors" }, el("a", { href: "/new?against=anyone" }, "Open a game yourself"));
  return el("section", { class: "games open-games" }, el("h2", {}, "Open games"), list, problem, wait);
}

/**
 * @param {Api.OpenGame[]} games
 * @param {(game: Api.OpenGame) => void} join
 */
function openList(games, join) {
  if (!games.length) return el("p", { class: "quiet" }, "Nobody is waiting for an opponent right now.");
  return el("ul", {}, games.map((game) => openGame(game, join)));
}

/**
 * @param {Api.OpenGame} game
 * @param {(game: Api.OpenGame) => void} join
 */
function openGame(game, join) {
  const what = `${game.title} ${game.rows}×${game.cols}`;
  const label = `Join ${game.host} in ${what}`;
  return el(
    "li",
    {},
    el("a", { href: `/game/${game.id}` }, what),
    el("span", {}, `${game.host} waits for Player ${game.seat}`),
    el("button", { type: "button", class: "button", "aria-label": label, onclick: () => join(game) }, "Join"),
  );
}

/** @param {Api.GameSummary[]} games */
function unfinishedFirst(games) {
  const yours = games.filter((game) => game.yours);
  return [...yours.filter((game) => !game.winner), ...yours.filter((game) => game.winner)];
}

/** Where a card will be: nothing jumps when the games arrive. */
function emptyCard() {
  return el("li", { class: "card", "aria-hidden": "true" }, el("div", { class: "board waiting" }));
}

/** @param {Api.RulesSummary} rules */
function card(rules) {
  const board = new Board({ label: `${rules.title}, a good game`, named: false });
  const replay = player(board, rules.demo);
  const problem = el("p", { class: "problem", role: "alert" });
  const play = el("button", { class: "button", type: "button", "aria-label": `Play ${rules.title}` }, "Play");
  play.addEventListener("click", () => begin(rules, problem));
  const item = el(
    "li",
    { class: "card", onmouseenter: replay, onfocusin: replay },
    el("div", { class: "miniature", "aria-hidden": "true", inert: true }, board.element),
    el("h2", {}, rules.title),
    el("p", { class: "aim" }, rules.goal),
    el("p", { class: "quiet" }, rules.line),
    problem,
    el(
      "p",
      { class: "doors" },
      play,
      el("a", { href: `/new?game=${rules.name}`, "aria-label": `Boards and opponents for ${rules.title}` }, "Boards"),
      el("a", { href: `/learn/${rules.name}`, "aria-label": `Learn ${rules.title}` }, "Learn"),
      el("a", { href: `/rules/${rules.name}`, "aria-label": `Rules of ${rules.title}` }, "Rules"),
    ),
  );
  replay();
  return item;
}

/**
 * One click from here to a game: the board, the seat and the level that suit a newcomer.
 *
 * @param {Api.RulesSummary} rules
 * @param {HTMLElement} problem
 */
function begin(rules, problem) {
  const setup = { ...usualGame(rules), name: myName() || null };
  return shown(problem, () => leaveFor(async () => `/game/${(await post("/games", {}, setup)).id}`));
}

/**
 * Tries something, and shows in a line of its own why it was refused.
 *
 * @param {HTMLElement} problem
 * @param {() => Promise<unknown>} act
 */
function shown(problem, act) {
  problem.textContent = "";
  return attempt(act, (sentence) => (problem.textContent = sentence));
}

/**
 * Plays the game through once, quietly; the last position stays. Starts again only when it has ended.
 *
 * @param {Board} board
 * @param {Api.PositionView} demo
 */
function player(board, demo) {
  let ply = demo.steps.length - 1;
  const draw = () =>
    board.show({ board: demo.board, signs: demo.signs, step: demo.steps[ply], last: demo.history[ply - 1]?.square });
  const beat = () => {
    ply += 1;
    draw();
    if (ply < demo.steps.length - 1) setTimeout(beat, BEAT);
  };
  draw();
  return () => {
    if (ply < demo.steps.length - 1 || !demo.history.length || still()) return;
    ply = 0;
    draw();
    setTimeout(beat, BEAT);
  };
}
