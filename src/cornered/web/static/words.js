// Sentences and signs that several pages use.

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const SIGNS = { win: "▲", loss: "▼", endless: "∞", unknown: "?" };
const VERBS = { win: "wins", loss: "loses", endless: "is endless", unknown: "is not known" };

export const LEVELS = {
  random: "Random: any legal move",
  easy: "Easy: looks a move ahead, not very clearly",
  medium: "Medium: looks a few moves ahead",
  hard: "Hard: looks far ahead and seldom errs",
  perfect: "Perfect: never gives a won game away",
};

export function number(count) {
  return NUMBERS[count] ?? String(count);
}

export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `▲7` wins in 7, `▼6` loses in 6, `∞` endless, `?` not known. */
export function sign(value) {
  return SIGNS[value.verdict] + (value.plies ?? "");
}

/** The same in words: 'wins in 7'. */
export function inWords(value) {
  return VERBS[value.verdict] + (value.plies === null ? "" : ` in ${value.plies}`);
}

/** A line of moves as it stands in an address: `C2_D3`, `2,1_2,3`. */
export function lineText(moves) {
  return moves.map((move) => move.label.replace(/[() ]/g, "")).join("_");
}

export function analysisAddress(start, moves = [], ply = moves.length) {
  const line = lineText(moves);
  const parts = [`start=${start}`];
  if (line) parts.push(`moves=${line}`);
  if (ply !== moves.length) parts.push(`ply=${ply}`);
  return `/analysis?${parts.join("&")}`;
}

/** One sentence about a position that belongs to no game. */
export function standing({ outcome, to_move: turn, moves }) {
  return outcome?.sentence ?? `Player ${turn} is to move: ${plural(moves.length, "square is", "squares are")} open.`;
}

/** One sentence: whose turn it is and what is open, or how the game ended. */
export function status(game, you) {
  const { outcome, to_move: turn, moves } = game.position;
  if (outcome) return outcome.sentence;
  const mover = game.seats[turn - 1];
  const open = `${plural(moves.length, "square is", "squares are")} open.`;
  const capital = open[0].toUpperCase() + open.slice(1);
  if (mover.kind !== "human") return `${mover.name} (${mover.kind}) is thinking.`;
  if (you.length === 2) return `${mover.name} (${mover.sign}) is to move: ${open}`;
  if (you.includes(turn)) return `Your move, ${mover.name}: ${open}`;
  if (you.length) return `Waiting for ${mover.name} to move.`;
  return `${mover.name} (${mover.sign}) is to move. ${capital}`;
}
