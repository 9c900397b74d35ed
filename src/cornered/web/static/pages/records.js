// Records: who has won how often, the games themselves, and a way to take them elsewhere.

import { attempt, get, getAll, sendGames } from "../net/api.js";
import { gameList } from "../parts/game_list.js";
import { el, put } from "../ui/dom.js";
import { LEVELS } from "../ui/words.js";

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = "Records · Cornered";
  const told = el("div", {}, el("p", { class: "quiet" }, "Counting …"));
  const news = el("p", { class: "note", role: "status" });
  put(main, el("h1", {}, "Records"), told, carried(told, news), news);
  await tell(told);
}

/** @param {HTMLElement} told */
async function tell(told) {
  const [all, games] = await Promise.all([getAll("/records", { limit: 200 }), get("/games", { limit: 100 })]);
  const tallies = all.filter(({ player }) => !(player in LEVELS)); // records are about people
  put(
    told,
    tallies.length ? [totals(tallies), el("h2", {}, "Game by game"), details(tallies)] : el("p", {}, "No game has ended yet."),
    gameList("Games", games),
  );
}

/**
 * One line per person: all their games together.
 *
 * @param {Api.TallyView[]} tallies
 */
function totals(tallies) {
  /** @type {Map<string, [won: number, lost: number]>} */
  const people = new Map();
  for (const { player, wins, losses } of tallies) {
    const [won, lost] = people.get(player) ?? [0, 0];
    people.set(player, [won + wins, lost + losses]);
  }
  const rows = [...people].sort(([, one], [, other]) => other[0] - one[0]);
  return table("All games together", ["Player", "Won", "Lost"], rows.map(([player, [won, lost]]) => [player, won, lost]));
}

/**
 * Boards apart: a win on 5×6 is not a win on the book's board.
 *
 * @param {Api.TallyView[]} tallies
 */
function details(tallies) {
  const heads = ["Player", "Game", "Board", "Against", "Won", "Lost"];
  const rows = tallies.map(({ player, title, board, opponent, wins, losses }) => [
    player,
    title,
    board.replace("x", "×"),
    opponent,
    wins,
    losses,
  ]);
  return table("Wins and losses by game, board and opponent", heads, rows);
}

/**
 * @param {string} label
 * @param {string[]} heads
 * @param {Row[]} rows
 */
function table(label, heads, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    el(
      "table",
      { class: "records" },
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map(row)),
    ),
  );
}

/**
 * @typedef {(string | number)[]} Row
 * @param {Row} row
 */
function row([first, ...rest]) {
  return el("tr", {}, el("th", { scope: "row" }, first), rest.map((cell) => el("td", {}, String(cell))));
}

/**
 * Downloads the games of whoever sits here as one file, and takes such a file back.
 *
 * @param {HTMLElement} told
 * @param {HTMLElement} news
 */
function carried(told, news) {
  const file = el("input", { type: "file", id: "records-file", accept: ".txt,text/plain" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    await attempt(async () => {
      news.textContent = (await sendGames(chosen)).detail;
      await tell(told);
    }, (sentence) => (news.textContent = sentence));
    file.value = "";
  });
  return el(
    "section",
    { class: "carried" },
    el("a", { class: "quiet-button", href: "/api/records/export", download: true }, "Download your games"),
    el("label", { for: "records-file" }, "Add games from a file"),
    file,
  );
}
