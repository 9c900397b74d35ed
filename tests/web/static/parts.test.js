// What is said of a reviewed move, and of how someone stands with puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isKnown, isMistake, isWorthARetry, judged, refuted } from "../../../src/cornered/web/static/parts/reviewed.js";
import { placed, streakTold } from "../../../src/cornered/web/static/parts/standing.js";

const GAME = { seats: [{ name: "Ada" }, { name: "Blaise" }] };

function move(before, after, more = {}) {
  const value = ([verdict, plies = null]) => ({ verdict, plies });
  return { player: 1, move: "C2", judgement: "mistake", refutation: [], before: value(before), after: value(after), ...more };
}

test("a mistake changes who wins", () => {
  assert.ok(isMistake(move(["win", 5], ["loss", 4])));
  assert.ok(isMistake(move(["endless"], ["loss"])));
  assert.ok(!isMistake(move(["win", 5], ["win", 7])));
  assert.ok(!isMistake(move(["win", 5], ["unknown"])));
});

test("what was slower, or lost sooner, is worth another try as a mistake is", () => {
  assert.ok(isWorthARetry(move(["win", 5], ["loss", 4])));
  assert.ok(isWorthARetry(move(["win", 5], ["win", 7])));
  assert.ok(isWorthARetry(move(["loss", 6], ["loss", 2])));
  assert.ok(!isWorthARetry(move(["win", 5], ["win", 5])));
  assert.ok(!isWorthARetry(move(["loss", 6], ["loss"]))); // nothing is held against it
  assert.ok(!isWorthARetry(move(["unknown"], ["loss", 2])));
});

test("a value that was not found is said not to be", () => {
  const unknown = move(["win", 5], ["unknown"]);
  assert.ok(!isKnown(unknown));
  assert.equal(judged(unknown, GAME), "The value of this move was not found in time.");
});

test("a mistake is told with what the other side does about it", () => {
  const mistake = move(["win", 5], ["loss", 2], { refutation: ["D3"] });
  assert.equal(judged(mistake, GAME), "Mistake: C2 loses in 2. After C2, Blaise plays D3 and wins at once.");
  assert.equal(refuted(move(["win", 5], ["loss", 2]), GAME), "");
});

test("a streak is counted in days, and none is not mentioned", () => {
  assert.equal(streakTold({ streak: 0 }), "");
  assert.equal(streakTold({ streak: 1 }), "Your streak: 1 day.");
  assert.equal(streakTold({ streak: 3 }), "Your streak: 3 days.");
});

test("the graph of ratings reaches from edge to edge, and is level where nothing changes", () => {
  assert.deepEqual(placed([1500, 1600, 1550]), [["4.0", "52.0"], ["120.0", "4.0"], ["236.0", "28.0"]]);
  assert.deepEqual(placed([1500, 1500]), [["4.0", "52.0"], ["236.0", "52.0"]]);
});
