// Sentences and signs that several pages use.

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
/** @typedef {Api.ValueView["verdict"]} Verdict */

const SIGNS = { win: "▲", loss: "▼", endless: "∞", unknown: "?" };
const VERBS = { win: "wins", loss: "loses", endless: "is endless", unknown: "is not known" };

/** @type {Readonly<Record<string, string>>} */
export const LEVELS = {
  random: "Random: any legal move",
  easy: "Easy: looks a move ahead, not very clearly",
  medium: "Medium: looks a few moves ahead",
  hard: "Hard: looks far ahead and seldom errs",
  perfect: "Perfect: never gives a won game away",
};

export const PLY = "A ply is one move by one player.";

/**
 * The board of a game that suits a newcomer.
 *
 * @param {Pick<Api.RulesSummary, "boards">} rules
 */
export function usualBoard({ boards }) {
  return boards.find((board) => board.usual) ?? boards[0];
}

/**
 * The game that suits a newcomer: against the computer, on the usual board, in the seat that can win.
 *
 * @param {Api.RulesSummary} rules
 */
export function usualGame(rules) {
  const { rows, cols, options, seat, level } = usualBoard(rules);
  return /** @type {Api.Setup} */ ({ game: rules.name, rows, cols, options, seat, opponent: level });
}

/** @param {number} count */
export function number(count) {
  return NUMBERS[count] ?? String(count);
}

/**
 * @param {number} count
 * @param {string} one
 */
export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/**
 * `▲7` wins in 7, `▼6` loses in 6, `∞` endless, `?` not known.
 *
 * @param {Api.ValueView} value
 */
export function sign(value) {
  return SIGNS[value.verdict] + (value.plies ?? "");
}

/**
 * The same in words: 'wins in 7'.
 *
 * @param {Api.ValueView} value
 */
export function inWords(value) {
  return VERBS[value.verdict] + (value.plies === null ? "" : ` in ${value.plies}`);
}

/**
 * A sentence in which no line breaks inside a square such as `(2, 1)`.
 *
 * @param {string} sentence
 */
export function whole(sentence) {
  return sentence.replace(/\((\d+), (\d+)\)/g, "($1,\u00a0$2)");
}

/**
 * A line of moves as it stands in an address: `C2_D3`, `2,1_2,3`.
 *
 * @param {readonly { label: string }[]} moves
 */
export function lineText(moves) {
  return moves.map((move) => move.label.replace(/[() ]/g, "")).join("_");
}

/**
 * @param {string} start
 * @param {readonly { label: string }[]} moves
 */
export function analysisAddress(start, moves = [], ply = moves.length) {
  const line = lineText(moves);
  const parts = [`start=${start}`];
  if (line) parts.push(`moves=${line}`);
  if (ply !== moves.length) parts.push(`ply=${ply}`);
  return `/analysis?${parts.join("&")}`;
}

const NOT_ON_THE_BOARD = ["resigned", "left", "called-off", "too-long"];

/**
 * Whether a position can be played on from: its game has not ended, or not on the board.
 *
 * @param {Pick<Api.PositionStep, "outcome">} step
 */
export function goesOn({ outcome }) {
  return !outcome || NOT_ON_THE_BOARD.includes(outcome.reason);
}

/**
 * Where a new game begins from a position.
 *
 * @param {Pick<Api.PositionStep, "code">} step
 */
export function playOnAddress({ code }) {
  return `/new?position=${code}`;
}

/**
 * One sentence about a position that belongs to no game.
 *
 * @param {Pick<Api.PositionStep, "outcome" | "to_move" | "moves">} step
 */
export function standing({ outcome, to_move: turn, moves }) {
  return outcome?.sentence ?? `Player ${turn} is to move: ${plural(moves.length, "square is", "squares are")} open.`;
}

/**
 * What the sentences about a game are made of.
 *
 * @typedef {object} Told
 * @property {string} title
 * @property {Pick<Api.PositionStep, "outcome" | "to_move" | "moves">} position
 * @property {Pick<Api.SeatView, "name" | "kind" | "sign" | "taken">[]} seats
 */

/**
 * The result in two words, as large as they deserve: 'You won', or who did.
 *
 * @param {Told} game
 * @param {number[]} you
 */
export function result(game, you) {
  const winner = game.position.outcome?.winner;
  if (!winner) return "Nobody won";
  if (you.length === 1) return you[0] === winner ? "You won" : "You lost";
  return `${game.seats[winner - 1].name} won`;
}

/**
 * What the browser's tab says: first of all whether it waits for you.
 *
 * @param {Told} game
 * @param {number[]} you
 */
export function tabTitle(game, you) {
  const { outcome, to_move: turn } = game.position;
  const yours = you.length === 1 && you.includes(turn);
  const news = outcome ? `${result(game, you)} · ` : yours ? "Your move · " : "";
  return `${news}${game.title} · Cornered`;
}

/**
 * One sentence: whose turn it is and what is open, or how the game ended.
 *
 * @param {Told} game
 * @param {number[]} you
 */
export function status(game, you) {
  const { outcome, to_move: turn, moves } = game.position;
  if (outcome) return outcome.sentence;
  const mover = game.seats[turn - 1];
  const open = `${plural(moves.length, "square is", "squares are")} open.`;
  const capital = open[0].toUpperCase() + open.slice(1);
  if (mover.kind !== "human") return `${mover.name} (${mover.kind}) is thinking.`;
  if (you.length === 2) return `${mover.name} (${mover.sign}) is to move: ${open}`;
  if (you.includes(turn)) return `Your move, ${mover.name}: ${open}`;
  if (you.length) return mover.taken ? `Waiting for ${mover.name} to move.` : "Waiting for someone to play against.";
  return `${mover.name} (${mover.sign}) is to move. ${capital}`;
}
