// Home: your games if you have any, today's puzzle, games that wait for someone, every game there is, what others play.

import { get, listenToOpenGames, post, Refusal } from "./api.js";
import { Board } from "./board.js";
import { el, leaveFor, put, still, when } from "./dom.js";
import { myName } from "./person.js";
import { todaysPuzzle } from "./today.js";
import { usualGame } from "./words.js";

const BEAT = 900;
const YOURS_SHOWN = 4;

export async function show(main) {
  const title = el("h1", { class: "unseen" }, "Small games about running out of room");
  const cards = el("ul", { class: "cards" }, Array.from({ length: 5 }, emptyCard));
  const yours = el("div", { class: "yours" });
  const others = el("div");
  put(main, title, yours, todaysPuzzle(), openGames(), cards, others);
  const [rules, mine, going] = await Promise.all([
    get("/rules"),
    get("/games", { mine: true, limit: 30 }),
    get("/games", { unfinished: true, limit: 20 }),
  ]);
  put(yours, gameList("Your games", unfinishedFirst(mine).slice(0, YOURS_SHOWN)));
  put(cards, rules.map(card));
  put(others, gameList("Being played now", going.filter((game) => !game.yours && game.plies).slice(0, 8)));
}

/** A titled list of games, or nothing where there are none. */
export function gameList(heading, games) {
  if (!games.length) return null;
  return el("section", { class: "games" }, el("h2", {}, heading), el("ul", {}, games.map(listed)));
}

/** The games that anyone may join, live, where the host of the site has turned them on. */
function openGames() {
  if (!document.body.dataset.openGames) return null;
  const list = el("div", { "aria-live": "polite" });
  const problem = el("p", { class: "problem", role: "alert" });
  const join = async (game) => {
    problem.textContent = "";
    try {
      await post(`/open-games/${game.id}/join`, { name: myName() || null });
      location.href = `/game/${game.id}`;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problem.textContent = error.message;
    }
  };
  listenToOpenGames((games) => put(list, openList(games, join)));
  const wait = el("p", { class: "doors" }, el("a", { href: "/new?against=anyone" }, "Open a game yourself"));
  return el("section", { class: "games open-games" }, el("h2", {}, "Open games"), list, problem, wait);
}

function openList(games, join) {
  if (!games.length) return el("p", { class: "quiet" }, "Nobody is waiting for an opponent right now.");
  return el("ul", {}, games.map((game) => openGame(game, join)));
}

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

function unfinishedFirst(games) {
  const yours = games.filter((game) => game.yours);
  return [...yours.filter((game) => !game.winner), ...yours.filter((game) => game.winner)];
}

function listed(game) {
  const names = game.names.map((name, seat) => (game.winner === seat + 1 ? el("strong", {}, `${name} won`) : name));
  const length = game.plies === 1 ? "1 move" : `${game.plies} moves`;
  return el(
    "li",
    {},
    el("a", { href: `/game/${game.id}` }, `${game.title} ${game.rows}×${game.cols}`),
    el("span", {}, names[0], " – ", names[1]),
    el("span", { class: "quiet" }, length),
    el("time", { class: "quiet", datetime: game.begun }, when(game.begun)),
  );
}

/** Where a card will be: nothing jumps when the games arrive. */
function emptyCard() {
  return el("li", { class: "card", "aria-hidden": "true" }, el("div", { class: "board waiting" }));
}

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

/** One click from here to a game: the board, the seat and the level that suit a newcomer. */
async function begin(rules, problem) {
  problem.textContent = "";
  try {
    await leaveFor(async () => `/game/${(await post("/games", { ...usualGame(rules), name: myName() || null })).id}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problem.textContent = error.message;
  }
}

/** Plays the game through once, quietly; the last position stays. Starts again only when it has ended. */
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
