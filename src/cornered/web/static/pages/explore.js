// What was found by looking at every position of a board: how many moves keep the win, and where that is hardest.

import { Board } from "../board/board.js";
import { get } from "../net/api.js";
import { el, put } from "../ui/dom.js";
import { analysisAddress, plural } from "../ui/words.js";

const PREFERRED = ["5x5", "4x4"];

/**
 * @param {HTMLElement} main
 * @param {string} [path]
 */
export async function show(main, path) {
  document.title = "Explore · Cornered";
  put(main, el("h1", {}, "Explore"));
  const games = await get("/explore", {});
  if (!path) return list(main, games);
  const [name, asked] = path.split("/");
  const game = games.find((one) => one.name === name);
  if (!game) return put(main, el("h1", {}, "There is no such game"), back());
  const sizes = game.boards.map(sizeOf);
  if (!sizes.length) return put(main, el("h1", {}, `Explore ${game.title}`), el("p", {}, game.detail), back());
  const size = asked ?? PREFERRED.find((one) => sizes.includes(one)) ?? sizes[0];
  const board = await get("/explore/{game}/{size}", { game: name, size });
  document.title = `Explore ${game.title} ${board.rows}×${board.cols} · Cornered`;
  put(main, ...page(game, board, size));
}

function back() {
  return el("p", {}, el("a", { href: "/explore" }, "All games"));
}

/**
 * @param {HTMLElement} main
 * @param {Api.ExploredGame[]} games
 */
function list(main, games) {
  put(
    main,
    el("h1", {}, "Explore"),
    el("p", {}, "Boards of which every position was looked at: how many moves keep a win, the longest resistance, the rarest win."),
    el(
      "ul",
      { class: "games" },
      games.map(({ name, title, detail }) => el("li", {}, el("a", { href: `/explore/${name}` }, title), el("span", {}, detail))),
    ),
  );
}

/**
 * @param {Api.ExploredGame} game
 * @param {Api.ExploredBoard} board
 * @param {string} size
 */
function page(game, board, size) {
  const { figures } = board;
  return [
    el("h1", {}, `Explore ${game.title} `, el("small", {}, `${board.rows}×${board.cols}`)),
    boards("Boards", game, game.boards, size),
    el("p", {}, board.detail, " ", counted(figures)),
    el(
      "p",
      { class: "doors" },
      el("a", { class: "quiet-button", href: analysisAddress(board.start) }, "Analyse the start"),
      el("a", { href: `/puzzles?game=${game.name}` }, "Puzzles"),
      el("a", { href: `/learn/${game.name}` }, "Lesson"),
    ),
    figures
      ? [
          el(
            "div",
            { class: "extremes" },
            extreme("The longest resistance", figures.longest, ({ plies }) => `Lost, but it holds out for ${plural(plies, "ply", "plies")}.`),
            extreme("The rarest win", figures.rarest, rare),
          ),
          table(figures),
        ]
      : el("p", {}, "It was solved by a search that need not look at every position: too many can arise to count the moves in each."),
    game.larger.length > 0 && [
      el("h2", {}, "Larger boards"),
      el("p", { class: "quiet" }, "Who wins is known, but too many positions can arise to look at each of them."),
      boards("Larger boards", game, game.larger, size),
    ],
  ]
    .flat()
    .filter(Boolean);
}

/** @param {Api.BoardSize} board */
function sizeOf({ rows, cols }) {
  return `${rows}x${cols}`;
}

/**
 * @param {string} label
 * @param {Api.ExploredGame} game
 * @param {Api.BoardSize[]} sizes
 * @param {string} size
 */
function boards(label, game, sizes, size) {
  const link = (/** @type {Api.BoardSize} */ board) => {
    const current = sizeOf(board) === size ? "page" : null;
    return el("a", { href: `/explore/${game.name}/${sizeOf(board)}`, "aria-current": current }, `${board.rows}×${board.cols}`);
  };
  return el("nav", { class: "sizes", "aria-label": label }, sizes.map(link));
}

/** @param {Api.Figures | null} figures */
function counted(figures) {
  if (!figures) return "";
  const { depth, positions, choices, decisive } = figures;
  if (depth === "to-end") return `An end is forced from ${grouped(positions)} placements.`;
  const share = choices ? Math.round((100 * decisive) / choices) : 0;
  return `${grouped(positions)} positions can arise. Where there is a choice, it decides the game in ${share} of 100 positions.`;
}

/**
 * A position to click: it opens in the analysis.
 *
 * @param {string} heading
 * @param {Api.Example | null} example
 * @param {(example: Api.Example) => string} words
 */
function extreme(heading, example, words) {
  if (!example) return el("section", {}, el("h2", {}, heading), el("p", { class: "quiet" }, "There is none: every move keeps a win."));
  const { board, signs, steps } = example.position;
  const picture = new Board({ label: heading, named: false });
  picture.show({ board, signs, step: steps[0] });
  const player = `Player ${steps[0].to_move} is to move.`;
  return el(
    "section",
    {},
    el("h2", {}, heading),
    el(
      "a",
      { href: analysisAddress(example.code), "aria-label": `${heading}: open in the analysis` },
      el("div", { class: "miniature", "aria-hidden": "true", inert: true }, picture.element),
    ),
    el("p", {}, `${player} ${words(example)}`),
  );
}

/** @param {Api.Example} example */
function rare({ moves, keep, plies }) {
  const these = keep === 1 ? "one" : keep;
  return `Only ${these} of ${moves} moves ${keep === 1 ? "wins" : "win"}, in ${plural(plies, "ply", "plies")}.`;
}

/**
 * One row for each depth at which someone can win, with the share of moves that keep it as a bar.
 *
 * @param {Api.Figures} figures
 */
function table({ rows, depth }) {
  const deep = depth === "from-start" ? "Moves made" : "Plies left";
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Moves that keep the win at each depth" },
    el(
      "table",
      { class: "records depths" },
      el("caption", { class: "quiet" }, "In the positions that the player to move wins: how many of the moves keep the win."),
      el("thead", {}, el("tr", {}, [deep, "Positions", "Won", "Moves that keep the win", "Hardest"].map((words) => el("th", { scope: "col" }, words)))),
      el("tbody", {}, rows.map(row)),
    ),
  );
}

/** @param {Api.DepthRow} row */
function row({ depth, positions, won, moves, keep, example }) {
  const share = moves ? keep / moves : 0;
  const bar = el("span", { class: "share", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(share));
  const words = won ? [average(keep, won, moves), el("span", { class: "percent" }, ` (${Math.round(100 * share)} %)`)] : "–";
  const look = example && el("a", { href: analysisAddress(example.code) }, `${example.keep} of ${example.moves}`);
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, depth),
    el("td", {}, grouped(positions)),
    el("td", {}, grouped(won)),
    el("td", { class: "kept" }, won > 0 && bar, words),
    el("td", {}, look ?? "–"),
  );
}

/**
 * @param {number} keep
 * @param {number} won
 * @param {number} moves
 */
function average(keep, won, moves) {
  return `${(keep / won).toFixed(1)} of ${(moves / won).toFixed(1)}`;
}

/** @param {number} count */
function grouped(count) {
  return count.toLocaleString("en");
}
