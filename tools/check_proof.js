// A second checker of proofs, written from docs/proof-format.md and sharing no code with the package.
// node tools/check_proof.js FILE …   prints a line of JSON for each file: what is proved, or the flaw.
"use strict";
const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";
const LEAPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
const SIDES = [[-1, 0], [0, -1], [0, 1], [1, 0]], RING = [...SIDES, [-1, -1], [-1, 1], [1, -1], [1, 1]];
const GAMES = {
  "knights-blockade": { smallest: [2, 3], largest: 199 },
  "knights-duel": { smallest: [2, 3], largest: 26, captures: true },
  "trap-the-knight": { smallest: [2, 3], largest: 26, captures: true, counts: true },
  blockade: { smallest: [1, 1], largest: 199, marks: true },
  "block-capture": { smallest: [3, 3], largest: 199, marks: true, odd: true },
};
class Flaw extends Error {}
const need = (holds, why) => { if (!holds) throw new Flaw(why); };
class Rules {
  constructor(name, rows, cols, repetitions) {
    Object.assign(this, GAMES[name], { name, rows, cols, repetitions, size: rows * cols, memory: new Map() });
  }
  near(square, offsets) { // in ascending order; each game asks for one kind of offsets only
    if (!this.memory.has(square)) {
      const there = offsets.map(([down, right]) => [Math.floor(square / this.cols) + down, (square % this.cols) + right])
        .filter(([row, col]) => row >= 0 && col >= 0 && row < this.rows && col < this.cols);
      this.memory.set(square, there.map(([row, col]) => row * this.cols + col).sort((a, b) => a - b));
    }
    return this.memory.get(square);
  }
  label(square) { return String.fromCharCode(65 + (square % this.cols)) + (Math.floor(square / this.cols) + 1); }
}
// A position: cells, one letter each, as in its code; whose turn it is; how often each placement has stood.
class Position {
  constructor(rules, turn, cells, stood) { Object.assign(this, { rules, turn, cells, stood }); }
  own() { return this.cells.indexOf(this.turn === 1 ? "a" : "b"); }
  other() { return this.cells.indexOf(this.turn === 1 ? "b" : "a"); }
  placement() { return this.turn + this.rules.label(this.own()) + this.rules.label(this.other()); }
  key() { return this.turn + this.cells + (this.stood ? JSON.stringify([...this.stood].sort()) : ""); }
  last() { return Math.max(this.cells.indexOf("A"), this.cells.indexOf("B")); }
  moves() {
    const { rules, cells } = this;
    if (rules.name === "blockade") return [...cells.keys()].filter((square) => cells[square] === ".");
    if (rules.odd && this.last() < 0) return [...cells.keys()].filter((square) => rules.near(square, SIDES).length < 4);
    if (rules.odd ? this.last() === (rules.size - 1) / 2 : this.own() < 0) return []; // taken: the centre, the knight
    if (rules.odd) return rules.near(this.last(), SIDES).filter((square) => cells[square] === ".");
    const open = (square) => cells[square] === "." || (rules.captures && square === this.other());
    const there = rules.near(this.own(), LEAPS).filter(open);
    return this.stood ? there.filter((square) => timesLeft(this, this.after(square)) > 0) : there;
  }
  after(square) { // the same history
    const { rules, turn } = this, cells = this.cells.slice(), own = turn === 1 ? "a" : "b";
    if (rules.name === "blockade") {
      for (const near of rules.near(square, RING)) if (cells[near] === ".") cells[near] = "x";
    } else if (!rules.marks) cells[this.own()] = rules.counts ? "." : "x";
    else if (this.last() >= 0) cells[this.last()] = cells[this.last()].toLowerCase();
    cells[square] = rules.odd ? own.toUpperCase() : own;
    return new Position(rules, 3 - turn, cells, this.stood);
  }
  play(square) {
    const after = this.after(square), counts = this.stood && after.own() >= 0;
    return counts ? new Position(this.rules, after.turn, after.cells, more(this.stood, after.placement())) : after;
  }
}
const more = (stood, placement) => new Map(stood).set(placement, (stood.get(placement) || 0) + 1);
const timesLeft = (start, placement) => start.rules.repetitions - 1 - (placement.own() < 0 ? 0 : start.stood.get(placement.placement()) || 0);
function readPosition(code) {
  const found = /^([a-z-]+)\.([1-9][0-9]{0,2})x([1-9][0-9]{0,2})\.([12])\.([0-9a-zA-Z-]+)((?:\.[0-9a-zA-Z-]+)*)$/.exec(code);
  need(found && Object.hasOwn(GAMES, found[1]), "no position code");
  const [, name, rows, cols, turn] = [...found.slice(0, 2), ...found.slice(2, 5).map(Number)];
  const kind = GAMES[name], [short, long] = [Math.min(rows, cols), Math.max(rows, cols)];
  need(short >= kind.smallest[0] && long >= kind.smallest[1] && long <= kind.largest, "no such board");
  need((!kind.odd || (rows % 2 && cols % 2)) && /^(?:(?:[1-9][0-9]{0,2}(?![0-9])|[abxAB])+(?:-|$))+$/.test(found[5]), "no such rows");
  const lines = found[5].replace(/[0-9]+/g, (digits) => ".".repeat(Number(digits))).split("-");
  need(lines.length === rows && lines.every((line) => line.length === cols), "rows or columns");
  const cells = [...lines.join("")], many = (letter) => cells.filter((cell) => cell === letter).length;
  const rest = /^(?:\.r([0245]))?(?:\.h([0-9A-Z-]+))?$/.exec(found[6]);
  need(rest && (kind.counts || !found[6]) && (rest[1] !== "0" || !rest[2]), "the end of the code");
  const rules = new Rules(name, rows, cols, kind.counts ? Number(rest[1] ?? 3) : 0);
  const start = new Position(rules, turn, cells, null), [own, other] = turn === 1 ? "ab" : "ba";
  if (kind.marks) checkMarks(start, many);
  else {
    need(many(other) === 1 && (many(own) === 1 || (kind.captures && many(own) === 0)), "knights");
    need(many("A") + many("B") === 0 && (!kind.counts || many("x") === 0), "letters");
  }
  if (rules.repetitions) start.stood = history(rules, rest[2], start);
  return start;
}
function checkMarks(start, many) {
  const { rules, cells, turn } = start, blockade = rules.name === "blockade";
  const [a, b] = [many("a") + many("A"), many("b") + many("B")], capital = turn === 1 ? "B" : "A";
  need(a - b === (turn === 1 ? 0 : 1), "whose turn it is");
  need(many(capital) === (blockade || a === 0 ? 0 : 1) && many("A") + many("B") === many(capital), "capitals");
  if (!blockade) need(!many("x") && (cells[(rules.size - 1) / 2] === "." || (rules.size - 1) / 2 === start.last()), "blocks");
  else for (const square of cells.keys()) {
    const beside = rules.near(square, RING).filter((near) => "ab".includes(cells[near])).length;
    need("ab".includes(cells[square]) ? !beside : (cells[square] === "x") === beside > 0, "blocked squares");
  }
}
function history(rules, text, start) {
  const earlier = text ? text.split("-") : [], order = [];
  for (const placement of earlier) {
    const found = /^([12])([A-Z])([1-9][0-9]?)([A-Z])([1-9][0-9]?)$/.exec(placement);
    need(found && found[2] + found[3] !== found[4] + found[5], "no placement, or a capture");
    const [turn, ...at] = [found[1], ...[2, 4].map((i) => [found[i].charCodeAt(0) - 65, found[i + 1] - 1])];
    need(at.every(([col, row]) => col < rules.cols && row < rules.rows), "history off the board");
    order.push(turn + at.map(([col, row]) => String(row * rules.cols + col).padStart(3, "0")));
  }
  need(order.every((text, at) => at === 0 || order[at - 1] <= text), "the order of the history");
  const stood = [...earlier, ...(start.own() < 0 ? [] : [start.placement()])].reduce(more, new Map());
  need([...stood.values()].every((times) => times < rules.repetitions), "a history that repeats too often");
  return stood;
}
function squares(start, text) {
  let width = 1, at = 0;
  while (64 ** width < start.rules.size) width++;
  return {
    one(current) {
      const letters = text.slice(at, (at += width));
      need(letters.length === width && [...letters].every((letter) => ALPHABET.includes(letter)), "letters");
      const named = [...letters].reduce((sum, letter) => sum * 64 + ALPHABET.indexOf(letter), 0);
      return current.moves().find((square) => square === named) ?? need(false, "an illegal move");
    },
    end: () => need(at === text.length, "more than is needed"),
  };
}
// Depth first, asking once for what follows each state; the longest line from each. A state is [position, left].
function longestLines(start, follow) {
  const name = ([position, left]) => position.key() + left, longest = new Map(), onLine = new Set();
  const line = [], enter = (state) => {
    onLine.add(name(state));
    line.push({ key: name(state), after: follow(...state), next: 0, best: 0 });
  };
  enter(start);
  while (line.length) {
    const top = line.at(-1);
    if (top.next === top.after.length) {
      longest.set(top.key, top.best);
      onLine.delete(line.pop().key);
      if (line.length) line.at(-1).best = Math.max(line.at(-1).best, 1 + top.best);
    } else {
      const following = top.after[top.next++], key = name(following);
      need(!onLine.has(key), "circles");
      if (longest.has(key)) top.best = Math.max(top.best, 1 + longest.get(key));
      else enter(following);
    }
  }
  return longest;
}
// What `reader` plays is read, against all that the other player may do, for so many plies: they must not lose.
function holds(start, reader, left, read) {
  const lines = longestLines([start, left], (current, left) => {
    const moves = current.moves(), reads = current.turn === reader;
    need(moves.length || !reads, "whoever must not lose has lost");
    return left ? (reads ? [read.one(current)] : moves).map((square) => [current.play(square), left - 1]) : [];
  });
  return { plies: lines.get(start.key() + left), positions: lines.size };
}
function pairing(start, winner, read) {
  need(start.stood, "nothing is counted");
  const first = new Position(start.rules, start.turn, start.cells, null);
  const reached = new Map([[first.key(), first]]), ledTo = new Map();
  for (const current of reached.values()) { // a map is walked in the order in which it grows
    const all = current.moves().map((square) => current.play(square)), ends = all.filter((after) => !after.moves().length);
    need(current.turn === winner || !ends.length, "the winner may lose at once");
    const times = ends.some((end) => timesLeft(start, end) > 0) ? 0 : timesLeft(start, current) + (current === first);
    const answers = current.turn === winner ? [...Array(times)].map(() => current.play(read.one(current))) : [];
    for (const to of answers) ledTo.set(to.key(), (ledTo.get(to.key()) || 0) + 1);
    const after = current.turn === winner ? answers : all;
    for (const to of after) if (!reached.has(to.key())) reached.set(to.key(), to);
  }
  for (const [key, times] of ledTo) need(times <= timesLeft(start, reached.get(key)), "led to too often");
  return { plies: [...reached.values()].reduce((sum, to) => sum + timesLeft(start, to), 1), positions: reached.size };
}
function check(text) {
  const [head, code, player, ...rest] = text.split("\n");
  need(head === "cornered proof 2" && ["1", "2"].includes(player), "the head");
  const start = readPosition(code), winner = Number(player), sections = [];
  for (const line of rest) {
    if (line.startsWith("#")) sections.push({ heading: line, text: "" });
    else sections.length ? (sections.at(-1).text += line) : need(false, "no heading");
  }
  const reads = sections.map((section) => squares(start, section.text)), [first, second] = sections.map((s) => s.heading);
  const pairs = first === "# pairing" && !second;
  need(pairs || (first === "# strategy" && sections.length < 3), "the sections");
  const proved = pairs ? pairing(start, winner, reads[0]) : holds(start, winner, Infinity, reads[0]);
  if (second) {
    proved.at_least = Number((/^# defence ([0-9]{1,6})$/.exec(second) || [])[1]);
    need(proved.at_least >= 1 && proved.at_least <= proved.plies, "the second section");
    holds(start, 3 - winner, proved.at_least - 1, reads[1]);
  }
  reads.forEach((read) => read.end());
  return { winner, at_least: null, ...proved };
}

import("node:fs").then(({ readFileSync }) => {
  for (const file of process.argv.slice(2)) {
    try {
      console.log(JSON.stringify(check(readFileSync(file, "utf-8"))));
    } catch (error) {
      if (!(error instanceof Flaw)) throw error;
      console.log(JSON.stringify({ flaw: error.message }));
    }
  }
});
