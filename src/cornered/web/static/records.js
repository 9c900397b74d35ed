// Records: who has won how often, and the games themselves.

import { get } from "./api.js";
import { el, put } from "./dom.js";
import { gameList } from "./home.js";

export async function show(main) {
  document.title = "Records · Cornered";
  const [tallies, games] = await Promise.all([get("/records"), get("/games", { limit: 100 })]);
  put(
    main,
    el("h1", {}, "Records"),
    tallies.length ? table(tallies) : el("p", {}, "No game has ended yet."),
    gameList("Games", games),
  );
}

function table(tallies) {
  const heads = ["Player", "Game", "Seat", "Against", "Won", "Lost"];
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Wins and losses" },
    el(
      "table",
      { class: "records" },
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, tallies.map(row)),
    ),
  );
}

function row(tally) {
  const cells = [tally.title, `Player ${tally.seat}`, tally.opponent, tally.wins, tally.losses];
  return el("tr", {}, el("th", { scope: "row" }, tally.player), cells.map((cell) => el("td", {}, String(cell))));
}
