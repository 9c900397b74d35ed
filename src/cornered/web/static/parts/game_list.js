// Games in a list.

import { el, when } from "../ui/dom.js";

/**
 * A titled list of games, or nothing where there are none.
 *
 * @param {string} heading
 * @param {Api.GameSummary[]} games
 */
export function gameList(heading, games) {
  if (!games.length) return null;
  return el("section", { class: "games" }, el("h2", {}, heading), el("ul", {}, games.map(listed)));
}

/** @param {Api.GameSummary} game */
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
