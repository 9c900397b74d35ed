// A second checker of proofs, written from docs/proof-format.md and sharing no code with the package.
// node tools/check_proof.js FILE …   prints a line of JSON for each file: what is proved, or the flaw.
"use strict";
const fs = require("fs");
const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";
const LEAPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
const SIDES = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const RING = [...SIDES, [-1, -1], [-1, 1], [1, -1], [1, 1]];
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
    this.centre = (this.size - 1) / 2;
  }
  near(square, offsets) { // in ascending order
    const known = offsets === RING ? -1 - square : square;
    if (!this.memory.has(known)) {
      const row = Math.floor(square / this.cols), col = square % this.cols;
      const there = offsets.map(([down, right]) => [row + down, col + right])
        .filter(([r, c]) => r >= 0 && c >= 0 && r < this.rows && c < this.cols);
      this.memory.set(known, there.map(([r, c]) => r * this.cols + c).sort((a, b) => a - b));
    }
    return this.memory.get(known);
  }
  edge(square) {
    const row = Math.floor(square / this.cols), col = square % this.cols;
    return row === 0 || col === 0 || row === this.rows - 1 || col === this.cols - 1;
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
    if (rules.name === "block-capture") {
      const last = this.last();
      if (last < 0) return [...cells.keys()].filter((square) => rules.edge(square));
      return last === rules.centre ? [] : rules.near(last, SIDES).filter((square) => cells[square] === ".");
    }
    if (this.own() < 0) return []; // captured
    const there = rules.near(this.own(), LEAPS).filter((square) =>
      cells[square] === "." || (rules.captures && square === this.other()));
    return this.stood ? there.filter((square) => timesLeft(this, this.after(square)) > 0) : there;
  }
  after(square) { // the same history
    const { rules, turn } = this, cells = this.cells.slice(), own = turn === 1 ? "a" : "b";
    if (rules.name === "blockade") {
      for (const near of rules.near(square, RING)) if (cells[near] === ".") cells[near] = "x";
      cells[square] = own;
    } else if (rules.name === "block-capture") {
      if (this.last() >= 0) cells[this.last()] = cells[this.last()].toLowerCase();
      cells[square] = own.toUpperCase();
    } else {
      cells[this.own()] = rules.counts ? "." : "x";
      cells[square] = own;
    }
    return new Position(rules, 3 - turn, cells, this.stood);
  }
  play(square) {
    const after = this.after(square);
    if (after.stood && after.own() >= 0) after.stood = more(after.stood, after.placement());
    return after;
  }
}
const more = (stood, placement) => new Map(stood).set(placement, (stood.get(placement) || 0) + 1);
const timesLeft = (start, placement) => start.rules.repetitions - 1
  - (placement.own() < 0 ? 0 : start.stood.get(placement.placement()) || 0);

function readPosition(code) {
  const found = /^([a-z-]+)\.([1-9][0-9]{0,2})x([1-9][0-9]{0,2})\.([12])\.([0-9a-zA-Z-]+)((?:\.[0-9a-zA-Z-]+)*)$/.exec(code);
  need(found && Object.hasOwn(GAMES, found[1]), "no position code");
  const [, name, rows, cols, turn] = [...found.slice(0, 2), ...found.slice(2, 5).map(Number)];
  const kind = GAMES[name], [short, long] = [Math.min(rows, cols), Math.max(rows, cols)];
  need(short >= kind.smallest[0] && long >= kind.smallest[1] && long <= kind.largest, "no such board");
  need(!kind.odd || (rows % 2 && cols % 2), "no centre");
  const lines = found[5].split("-").map((line) => {
    need(/^(?:[1-9][0-9]{0,2}|[abxAB]+)+$/.test(line) && !/[0-9]{4}/.test(line), "no such row");
    return line.replace(/[0-9]+/g, (digits) => ".".repeat(Number(digits)));
  });
  need(lines.length === rows && lines.every((line) => line.length === cols), "rows or columns");
  const cells = [...lines.join("")], many = (letter) => cells.filter((cell) => cell === letter).length;
  const rest = /^(?:\.r([0245]))?(?:\.h([0-9A-Z-]+))?$/.exec(found[6]);
  need(rest && (kind.counts || !found[6]), "the end of the code");
  const rules = new Rules(name, rows, cols, kind.counts ? Number(rest[1] ?? 3) : 0);
  const start = new Position(rules, turn, cells, null);
  if (kind.marks) checkMarks(start, many);
  else {
    const own = turn === 1 ? "a" : "b", other = turn === 1 ? "b" : "a";
    need(many(other) === 1 && (many(own) === 1 || (kind.captures && many(own) === 0)), "knights");
    need(many("A") + many("B") === 0 && (!kind.counts || many("x") === 0), "letters");
    if (rules.repetitions) start.stood = history(rules, rest[2], start);
    else need(!rest[2], "a history that nobody counts");
  }
  return start;
}

function checkMarks(start, many) {
  const { rules, cells, turn } = start, blockade = rules.name === "blockade";
  const [a, b] = [many("a") + many("A"), many("b") + many("B")], capital = turn === 1 ? "B" : "A";
  need(a - b === (turn === 1 ? 0 : 1), "whose turn it is");
  need(many(capital) === (blockade || a === 0 ? 0 : 1) && many("A") + many("B") === many(capital), "capitals");
  if (!blockade) need(!many("x") && (cells[rules.centre] === "." || rules.centre === start.last()), "blocks");
  else for (const square of cells.keys()) {
    const beside = rules.near(square, RING).filter((near) => "ab".includes(cells[near])).length;
    need("ab".includes(cells[square]) ? !beside : (cells[square] === "x") === beside > 0, "blocked squares");
  }
}

function history(rules, text, start) {
  const earlier = text ? text.split("-") : [], order = [];
  for (const placement of earlier) {
    const found = /^([12])([A-Z])([1-9][0-9]?)([A-Z])([1-9][0-9]?)$/.exec(placement);
    need(found, "history");
    const at = [[found[2], found[3]], [found[4], found[5]]].map(([letter, row]) => [letter.charCodeAt(0) - 65, row - 1]);
    need(at.every(([col, row]) => col < rules.cols && row < rules.rows), "history off the board");
    order.push([Number(found[1]), ...at.map(([col, row]) => row * rules.cols + col)]);
    need(order.at(-1)[1] !== order.at(-1)[2], "a capture in the history");
  }
  const below = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  for (let i = 1; i < order.length; i++) need(below(order[i - 1], order[i]) <= 0, "the order of the history");
  let stood = new Map();
  for (const placement of earlier) stood = more(stood, placement);
  if (start.own() >= 0) stood = more(stood, start.placement());
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
      const square = [...letters].reduce((sum, letter) => sum * 64 + ALPHABET.indexOf(letter), 0);
      need(current.moves().includes(square), "an illegal move");
      return square;
    },
    end: () => need(at === text.length, "more than is needed"),
  };
}

// Depth first, asking once for what follows each state; the longest line from each. A state is [position, left].
function longestLines(start, follow) {
  const name = ([position, left]) => position.key() + left, longest = new Map(), onLine = new Set();
  const enter = (state) => ({ key: name(state), after: follow(...state), next: 0, best: 0 }), line = [enter(start)];
  onLine.add(line[0].key);
  while (line.length) {
    const top = line.at(-1);
    if (top.next === top.after.length) {
      longest.set(top.key, top.best);
      onLine.delete(line.pop().key);
      if (line.length) line.at(-1).best = Math.max(line.at(-1).best, 1 + top.best);
      continue;
    }
    const following = top.after[top.next++], key = name(following);
    need(!onLine.has(key), "circles");
    if (longest.has(key)) top.best = Math.max(top.best, 1 + longest.get(key));
    else { onLine.add(key); line.push(enter(following)); }
  }
  return longest;
}

function strategy(start, winner, read) {
  const lines = longestLines([start, ""], (current) => {
    const moves = current.moves(), mine = current.turn === winner;
    need(moves.length || !mine, "the winner has lost");
    return (mine ? [read.one(current)] : moves).map((square) => [current.play(square), ""]);
  });
  return { winner, plies: lines.get(start.key()), positions: lines.size, at_least: null };
}

function defence(start, winner, plies, read) {
  longestLines([start, plies - 1], (current, left) => {
    const moves = current.moves(), mine = current.turn === winner;
    need(moves.length || mine, "won too soon");
    if (!left) return [];
    return (mine ? moves : [read.one(current)]).map((square) => [current.play(square), left - 1]);
  });
}

function pairing(start, winner, read) {
  need(start.stood, "nothing is counted");
  const first = new Position(start.rules, start.turn, start.cells, null);
  const reached = new Map([[first.key(), first]]), ledTo = new Map();
  for (const current of reached.values()) { // a map is walked in the order in which it grows
    const all = current.moves().map((square) => current.play(square)), ends = all.filter((after) => !after.moves().length);
    let after = all;
    if (current.turn !== winner) need(!ends.length, "the winner may lose at once");
    else if (ends.some((end) => timesLeft(start, end) > 0)) after = [];
    else {
      after = [...Array(timesLeft(start, current) + (current === first ? 1 : 0))].map(() => current.play(read.one(current)));
      for (const { key } of after.map((to) => ({ key: to.key() }))) ledTo.set(key, (ledTo.get(key) || 0) + 1);
    }
    for (const to of after) if (!reached.has(to.key())) reached.set(to.key(), to);
  }
  for (const [key, times] of ledTo) need(times <= timesLeft(start, reached.get(key)), "led to too often");
  const plies = [...reached.values()].reduce((sum, to) => sum + timesLeft(start, to), 1);
  return { winner, plies, positions: reached.size, at_least: null };
}

function check(text) {
  const [head, code, player, ...rest] = text.split("\n");
  need(head === "cornered proof 2" && ["1", "2"].includes(player), "the head");
  const start = readPosition(code), winner = Number(player), sections = [];
  for (const line of rest) {
    if (line.startsWith("#")) sections.push({ heading: line, text: "" });
    else { need(sections.length, "no heading"); sections.at(-1).text += line; }
  }
  need(sections.length === 1 || sections.length === 2, "sections");
  const reads = sections.map((section) => squares(start, section.text)), [first, second] = sections.map((s) => s.heading);
  const pairs = first === "# pairing" && !second;
  need(pairs || first === "# strategy", "the first section");
  const proved = (pairs ? pairing : strategy)(start, winner, reads[0]);
  reads[0].end();
  if (!second) return proved;
  const plies = Number((/^# defence ([0-9]{1,6})$/.exec(second) || [])[1]);
  need(plies >= 1 && plies <= proved.plies, "the second section");
  defence(start, winner, plies, reads[1]);
  reads[1].end();
  return { ...proved, at_least: plies };
}

for (const file of process.argv.slice(2)) {
  try {
    console.log(JSON.stringify(check(fs.readFileSync(file, "utf-8"))));
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    console.log(JSON.stringify({ flaw: error.message }));
    process.exitCode = 1;
  }
}
