// The sentences and signs of the pages.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as words from "../../../src/cornered/web/static/ui/words.js";

const SEATS = [
  { name: "Ada", kind: "human", sign: "K1", taken: true },
  { name: "Blaise", kind: "human", sign: "K2", taken: true },
];
const OPEN = { outcome: null, to_move: 1, moves: [{ square: 1, label: "B1" }] };

function game(position, seats = SEATS) {
  return { title: "Blockade", position, seats };
}

test("small numbers are words, large ones are figures", () => {
  assert.equal(words.plural(1, "move"), "one move");
  assert.equal(words.plural(12, "move"), "twelve moves");
  assert.equal(words.plural(13, "ply", "plies"), "13 plies");
});

test("a value is a sign, and the same in words", () => {
  assert.equal(words.sign({ verdict: "win", plies: 7 }), "▲7");
  assert.equal(words.sign({ verdict: "endless", plies: null }), "∞");
  assert.equal(words.inWords({ verdict: "loss", plies: 6 }), "loses in 6");
  assert.equal(words.inWords({ verdict: "unknown", plies: null }), "is not known");
});

test("no line breaks inside a square", () => {
  assert.equal(words.whole("He plays (2, 1)."), "He plays (2,\u00a01).");
});

test("an address names the line and, where it is not all of it, how much is shown", () => {
  const moves = [{ label: "(2, 1)" }, { label: "(2, 3)" }];
  assert.equal(words.lineText(moves), "2,1_2,3");
  assert.equal(words.analysisAddress("code"), "/analysis?start=code");
  assert.equal(words.analysisAddress("code", moves), "/analysis?start=code&moves=2,1_2,3");
  assert.equal(words.analysisAddress("code", moves, 1), "/analysis?start=code&moves=2,1_2,3&ply=1");
});

test("a game can be played on from unless it ended on the board", () => {
  assert.ok(words.goesOn({ outcome: null }));
  assert.ok(words.goesOn({ outcome: { winner: 1, reason: "resigned", sentence: "" } }));
  assert.ok(!words.goesOn({ outcome: { winner: 1, reason: "no-moves", sentence: "" } }));
});

test("the status says whose move it is, to each as it concerns them", () => {
  assert.equal(words.status(game(OPEN), [1]), "Your move, Ada: one square is open.");
  assert.equal(words.status(game(OPEN), [2]), "Waiting for Ada to move.");
  assert.equal(words.status(game(OPEN), [1, 2]), "Ada (K1) is to move: one square is open.");
  assert.equal(words.status(game(OPEN), []), "Ada (K1) is to move. One square is open.");
  const machine = [{ ...SEATS[0], kind: "hard" }, SEATS[1]];
  assert.equal(words.status(game(OPEN, machine), [2]), "Ada (hard) is thinking.");
  const empty = [{ ...SEATS[0], taken: false }, SEATS[1]];
  assert.equal(words.status(game(OPEN, empty), [2]), "Waiting for someone to play against.");
});

test("the tab says first of all what has changed for the reader", () => {
  const over = { ...OPEN, outcome: { winner: 2, reason: "no-moves", sentence: "" } };
  assert.equal(words.tabTitle(game(OPEN), [1]), "Your move · Blockade · Cornered");
  assert.equal(words.tabTitle(game(OPEN), [1, 2]), "Blockade · Cornered");
  assert.equal(words.tabTitle(game(over), [1]), "You lost · Blockade · Cornered");
  assert.equal(words.tabTitle(game(over), []), "Blaise won · Blockade · Cornered");
  const nobody = { ...OPEN, outcome: { winner: null, reason: "called-off", sentence: "" } };
  assert.equal(words.result(game(nobody), [1]), "Nobody won");
});

test("a newcomer plays on the usual board", () => {
  const board = { rows: 4, cols: 4, options: {}, seat: 2, level: "easy", usual: false };
  const rules = { name: "blockade", boards: [board, { ...board, rows: 5, usual: true }] };
  assert.deepEqual(words.usualGame(rules), { game: "blockade", rows: 5, cols: 4, options: {}, seat: 2, opponent: "easy" });
});
