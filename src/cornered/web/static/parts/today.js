// Today's puzzle on the first page: the same for everyone on a date.

import { Board } from "../board/board.js";
import { attempt, get } from "../net/api.js";
import { el, put } from "../ui/dom.js";
import { progress, streakTold, today } from "./standing.js";

/** A strip that fills itself; it goes away if the server has no time for it. */
export function todaysPuzzle() {
  const strip = el("section", { class: "today", "aria-label": "Today's puzzle" }, waiting());
  attempt(() => fill(strip), () => (strip.hidden = true));
  return strip;
}

function waiting() {
  return [el("div", { class: "miniature" }, el("div", { class: "board waiting", "aria-hidden": "true" }))];
}

/** @param {HTMLElement} strip */
async function fill(strip) {
  const [puzzle, now] = await Promise.all([get("/puzzles/today", { day: today() }), progress()]);
  const { title, board, signs, steps } = puzzle.position;
  const picture = new Board({ label: "Today's puzzle", named: false });
  picture.show({ board, signs, step: steps[0] });
  const untried = now.today === "waits";
  put(
    strip,
    el("div", { class: "miniature", "aria-hidden": "true", inert: true }, picture.element),
    el(
      "div",
      {},
      el("h2", {}, "Today's puzzle"),
      el("p", { class: "aim" }, puzzle.task),
      el("p", { class: "quiet" }, [`${title} ${board.rows}×${board.cols}, grade ${puzzle.grade} of 4.`, told(now)].join(" ")),
      el(
        "p",
        { class: "doors" },
        el("a", { class: untried ? "button" : "quiet-button", href: "/puzzles/today" }, untried ? "Solve it" : "Look again"),
        el("a", { href: "/puzzles" }, "More puzzles"),
      ),
    ),
  );
}

/** @param {Api.ProgressView} now */
function told(now) {
  const result = { solved: "You have solved it.", failed: "You have tried it.", waits: "" }[now.today];
  return [result, streakTold(now)].filter(Boolean).join(" ");
}
