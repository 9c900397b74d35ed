// The rules of a game with a board to try them on, and the rulings where its book contradicts itself.

import { Explorer } from "../board/explorer.js";
import { Tree } from "../board/tree.js";
import { textTwin } from "../board/twin.js";
import { get } from "../net/api.js";
import { boardFrame, el, put } from "../ui/dom.js";
import { standing } from "../ui/words.js";

/**
 * @param {HTMLElement} main
 * @param {string} [name]
 */
export async function show(main, name) {
  if (!name) return list(main);
  put(main, boardFrame("Rules"));
  const rules = await get("/rules/{name}", { name });
  document.title = `Rules of ${rules.title} · Cornered`;
  const tree = await Tree.load(rules.start);
  const status = el("p", { class: "status", role: "status" });
  const explorer = new Explorer(tree, { onChange: draw, label: `${rules.title} board to try` });
  const again = el("button", { type: "button", onclick: () => go(0) }, "Start again");
  const known = [...rules.known, rules.advice].filter(Boolean);
  const back = el("button", { type: "button", onclick: () => go(tree.ply - 1) }, "Take back");
  put(
    main,
    el(
      "div",
      { class: "board-page" },
      el("h1", {}, rules.title),
      el("p", { class: "aim" }, rules.goal),
      el("div", { class: "stage" }, explorer.board.element, status, el("div", { class: "actions" }, again, back)),
      el(
        "div",
        { class: "side prose" },
        rules.rules.flatMap((section) => [el("h2", {}, section.heading), el("p", {}, section.text)]),
        rules.squares && el("p", { class: "quiet" }, `Squares: ${rules.squares}.`),
        el(
          "p",
          { class: "doors" },
          el("a", { class: "button", href: `/new?game=${rules.name}` }, "Play"),
          el("a", { href: `/learn/${rules.name}` }, "Lesson"),
          el("a", { href: `/puzzles?game=${rules.name}` }, "Puzzles"),
          el("a", { href: `/explore/${rules.name}` }, "Explore"),
        ),
      ),
      textTwin(explorer.board),
      el(
        "section",
        { class: "prose wide" },
        rules.rulings.length > 0 && [
          el("h2", {}, "Rulings"),
          el("p", {}, "Where the book's example contradicts its rule, the rule holds."),
          el("ul", {}, rules.rulings.map(rulingItem)),
        ],
        known.length > 0 && [el("h2", {}, "What is known"), el("ul", {}, known.map((fact) => el("li", {}, fact)))],
      ),
    ),
  );
  draw();

  /** @param {number} ply */
  function go(ply) {
    tree.go(ply);
    draw();
  }

  function draw() {
    const { step } = tree.at;
    explorer.show();
    status.textContent = standing(step);
    status.dataset.turn = step.outcome ? "" : String(step.to_move);
  }
}

/** @param {Api.RulingView} ruling */
function rulingItem({ example, rule, ruling }) {
  return el("li", {}, `${example} ${rule} `, el("strong", {}, ruling));
}

/** @param {HTMLElement} main */
async function list(main) {
  document.title = "Rules · Cornered";
  put(main, el("h1", {}, "Rules"));
  const rules = await get("/rules", {});
  put(
    main,
    el("h1", {}, "Rules"),
    el(
      "ul",
      { class: "games" },
      rules.map(({ name, title, goal }) =>
        el("li", {}, el("a", { href: `/rules/${name}` }, title), el("span", {}, goal)),
      ),
    ),
  );
}
