// Home: every game there is, games in progress, recent games.

import { get } from "./api.js";
import { Board } from "./board.js";
import { el, put, still, when } from "./dom.js";

const BEAT = 900;

export async function show(main) {
  const [rules, going, latest] = await Promise.all([
    get("/rules"),
    get("/games", { unfinished: true, limit: 8 }),
    get("/games", { limit: 30 }),
  ]);
  const ended = latest.filter((game) => game.winner).slice(0, 8);
  put(
    main,
    el("h1", { class: "unseen" }, "Small games about running out of room"),
    el("ul", { class: "cards" }, rules.map(card)),
    gameList("Games in progress", going),
    gameList("Recent games", ended),
  );
}

/** A titled list of games, or nothing where there are none. */
export function gameList(heading, games) {
  if (!games.length) return null;
  return el("section", { class: "games" }, el("h2", {}, heading), el("ul", {}, games.map(listed)));
}

function listed(game) {
  const names = game.names.map((name, seat) => (game.winner === seat + 1 ? el("strong", {}, `${name} won`) : name));
  return el(
    "li",
    {},
    el("a", { href: `/game/${game.id}` }, `${game.title} ${game.rows}×${game.cols}`),
    el("span", {}, names[0], " – ", names[1]),
    el("span", { class: "quiet" }, `${game.plies} ${game.plies === 1 ? "ply" : "plies"}${game.yours ? ", yours" : ""}`),
    el("time", { class: "quiet", datetime: game.begun }, when(game.begun)),
  );
}

function card(rules) {
  const board = new Board({ label: `${rules.title}, a good game`, named: false });
  const replay = player(board, rules.demo);
  const item = el(
    "li",
    { class: "card", onmouseenter: replay, onfocusin: replay },
    el("div", { class: "miniature", "aria-hidden": "true", inert: true }, board.element),
    el("h2", {}, rules.title),
    el("p", {}, rules.line),
    el(
      "p",
      { class: "doors" },
      el("a", { class: "button", href: `/new?game=${rules.name}`, "aria-label": `Play ${rules.title}` }, "Play"),
      el("a", { href: `/rules/${rules.name}`, "aria-label": `Rules of ${rules.title}` }, "Rules"),
    ),
  );
  replay();
  return item;
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
