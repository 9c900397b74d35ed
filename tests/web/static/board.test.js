// What is drawn of a line of moves, and the tree that the moves of an analysis grow.

import assert from "node:assert/strict";
import { test } from "node:test";

import SHAPES from "../../../src/cornered/play/drawing/shared/shapes.js";
import { arrow, drawable, numberAt } from "../../../src/cornered/web/static/board/geometry.js";
import { pathTo, Tree } from "../../../src/cornered/web/static/board/tree.js";

const DUEL = { cells: "a.......B", to_move: 1 };
const LINE = [5, 3, 6].map((square) => ({ square, label: String(square) }));

test("a knight comes from where it stood, and goes on from where it went", () => {
  assert.deepEqual(drawable(DUEL, true, LINE, 3), [
    { square: 5, from: 0, player: 1 },
    { square: 3, from: 8, player: 2 },
    { square: 6, from: 5, player: 1 },
  ]);
});

test("a mark comes from nowhere, and a long line is cut", () => {
  assert.deepEqual(drawable(DUEL, false, LINE, 1), [{ square: 5, from: null, player: 1 }]);
});

test("an arrow is turned towards its end and leaves both pieces free", () => {
  const { d, transform } = arrow([50, 50], [50, 250], SHAPES.line.arrow);
  assert.equal(transform, "translate(50 50) rotate(90)");
  assert.equal(d, "M34 -5H142V-17L168 0L142 17V5H34Z");
});

test("a number stands on its arrow, or beside its ring", () => {
  assert.deepEqual(numberAt([0, 0], [100, 200], SHAPES.line.number), [45, 90]);
  assert.deepEqual(numberAt(null, [50, 50], SHAPES.line.number), [17, 17]);
});

/** Answers as the server does for lines of moves that are written as numbers. */
function answering(address) {
  const moves = new URL(address, "http://site").searchParams.get("moves") ?? "";
  const history = moves.split("_").filter(Boolean);
  const view = {
    start: "code",
    history: history.map((label) => ({ square: Number(label), label, player: 1 })),
    steps: Array.from({ length: history.length + 1 }, (_, ply) => ({ code: `after ${ply}` })),
  };
  return Promise.resolve(new Response(JSON.stringify(view)));
}

test("a tree keeps every variation, and steps along the line that is looked at", async (context) => {
  context.mock.method(globalThis, "fetch", answering);
  const tree = await Tree.load("code", "1_2_3", 1);
  assert.deepEqual([tree.ply, tree.line.length], [1, 3]);
  await tree.play("7");
  assert.deepEqual(tree.moves.map((move) => move.label), ["1", "7"]);
  assert.equal(pathTo(tree.at)[0].children.length, 2);
  tree.go(1);
  await tree.play("2");
  assert.deepEqual([tree.ply, tree.line.length], [2, 3]); // the first variation was found again
  tree.go(0);
  assert.deepEqual([tree.at, tree.path], [tree.root, []]);
});
