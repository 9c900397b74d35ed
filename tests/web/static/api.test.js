// How requests are addressed, and what becomes of a refusal.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, attempt, get, getAll } from "../../../src/cornered/web/static/net/api.js";

function answers(context, ...responses) {
  return context.mock.method(globalThis, "fetch", async () => responses.shift());
}

function refusal(status, detail, reason) {
  return new Response(JSON.stringify({ detail, reason }), { status });
}

test("what a path names is filled in, the rest is asked in the query", () => {
  assert.equal(addressOf("/games/{number}/review", { number: 7, brief: true }), "/api/games/7/review?brief=true");
  assert.equal(addressOf("/rules/{name}", { name: "a/b" }), "/api/rules/a%2Fb");
  assert.equal(addressOf("/puzzles/next", { besides: ["a", "b"] }), "/api/puzzles/next?besides=a&besides=b");
  assert.equal(addressOf("/puzzles/next", { besides: [] }), "/api/puzzles/next");
});

test("a refusal is shown with its rule, and there is no result", async (context) => {
  answers(context, refusal(422, "E5 is not a knight's move away.", "not-a-knights-move"));
  const shown = [];
  const found = await attempt(() => get("/rules", {}), (sentence, { reason, busy }) => shown.push(sentence, reason, busy));
  assert.equal(found, undefined);
  assert.deepEqual(shown, ["E5 is not a knight's move away.", "not-a-knights-move", false]);
});

test("a server that is busy or cannot be reached may be asked again", async (context) => {
  answers(context, refusal(503, "Too much to do."), Promise.reject(new TypeError("no network")));
  const shown = [];
  const asking = () => attempt(() => get("/rules", {}), (_, { busy, unreached }) => shown.push(busy, unreached));
  await asking();
  await asking();
  assert.deepEqual(shown, [true, false, true, true]);
});

test("what is wrong in a script is not shown as a refusal", async () => {
  const broken = () => Promise.reject(new TypeError("a mistake of ours"));
  await assert.rejects(attempt(broken, () => assert.fail("shown")), TypeError);
});

test("an answer that is not JSON is refused too", async (context) => {
  answers(context, new Response("<html>"));
  assert.equal(await attempt(() => get("/rules", {}), (sentence) => assert.match(sentence, /makes no sense/)), undefined);
});

test("a list is read to its last page", async (context) => {
  const more = { headers: { Link: '</api/records?after=x>; rel="next"' } };
  const asked = answers(context, new Response("[1, 2]", more), new Response("[3]"));
  assert.deepEqual(await getAll("/records", { limit: 2 }), [1, 2, 3]);
  assert.equal(asked.mock.calls[1].arguments[0], "/api/records?after=x");
});
