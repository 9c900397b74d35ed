// Analysis: any position, any line, what each move is worth. The address always tells what is shown.

import { Explorer } from "../board/explorer.js";
import { pathTo, Tree } from "../board/tree.js";
import { textTwin } from "../board/twin.js";
import { Values } from "../board/values.js";
import { attempt, get } from "../net/api.js";
import { boardFrame, copied, el, onArrows, put } from "../ui/dom.js";
import { analysisAddress, lineText, playOnAddress, standing } from "../ui/words.js";

/** @import { Node, Root } from "../board/tree.js" */

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = "Analysis · Cornered";
  put(main, boardFrame("Analysis"));
  const asked = new URLSearchParams(location.search);
  const rules = await get("/rules", {});
  const start = asked.get("start") ?? rules[0].start;
  const ply = asked.has("ply") ? Number(asked.get("ply")) : null;
  const refused = (/** @type {string} */ sentence) =>
    put(main, el("h1", {}, "Analysis"), el("p", { role: "alert" }, sentence), chooser(rules));
  const tree = await attempt(() => Tree.load(start, asked.get("moves") ?? "", ply), refused);
  if (!tree) return;
  const page = new AnalysisPage(tree, rules);
  put(main, page.element);
  page.draw();
}

class AnalysisPage {
  /**
   * @param {Tree} tree
   * @param {Api.RulesSummary[]} rules
   */
  constructor(tree, rules) {
    this.tree = tree;
    this.status = el("p", { class: "status", role: "status" });
    this.note = el("p", { class: "note", role: "status" });
    this.best = el("p", { class: "best-line" });
    this.variations = el("div", { class: "tree", role: "group", "aria-label": "Lines" });
    this.values = new Values(() => this.draw(), true);
    this.explorer = new Explorer(tree, {
      onChange: () => this.draw(),
      onSay: (sentence) => (this.note.textContent = sentence),
      label: `${tree.view.title} board`,
    });
    this.playOn = el("a", { class: "quiet-button" }, "Play on from here");
    onArrows((by) => this.#go(this.tree.ply + by));
    this.typed = el("input", { id: "typed", autocomplete: "off", placeholder: tree.view.board.example });
    this.element = this.#laidOut(rules);
  }

  /** @param {Api.RulesSummary[]} rules */
  #laidOut(rules) {
    const { title, board } = this.tree.view;
    return el(
      "div",
      { class: "board-page" },
      el("h1", {}, `${title} `, el("small", {}, `${board.rows}×${board.cols}, analysis`)),
      el("div", { class: "stage" }, this.explorer.board.element),
      el(
        "div",
        { class: "side" },
        this.status,
        this.values.note,
        this.best,
        this.variations,
        el(
          "form",
          { class: "typed", onsubmit: (event) => this.#play(event) },
          el("label", { for: "typed" }, "Type a move"),
          this.typed,
          el("button", { type: "submit" }, "Move"),
        ),
        this.#actions(),
        this.note,
        el("p", {}, el("a", { href: `/explore/${this.tree.view.game}` }, `Explore ${title}, board by board`)),
        chooser(rules),
      ),
      textTwin(this.explorer.board),
    );
  }

  #actions() {
    const step = (/** @type {string} */ words, /** @type {() => number} */ go) =>
      el("button", { type: "button", onclick: () => this.#go(go()) }, words);
    return el(
      "div",
      { class: "actions" },
      step("Start", () => 0),
      step("Back", () => this.tree.ply - 1),
      step("Next", () => this.tree.ply + 1),
      this.values.element,
      this.playOn,
      el("button", { type: "button", onclick: () => this.#share() }, "Share this line"),
    );
  }

  draw() {
    const { tree } = this;
    const { step } = tree.at;
    const values = this.values.of(tree.view.start, tree.moves);
    const best = this.#bestLine();
    this.explorer.show(values, best);
    this.status.textContent = standing(step);
    this.status.dataset.turn = step.outcome ? "" : String(step.to_move);
    this.#drawBest(best);
    this.playOn.href = playOnAddress(step);
    this.playOn.hidden = Boolean(step.outcome);
    const held = this.variations.contains(document.activeElement);
    put(this.variations, this.#lineFrom(tree.root));
    if (held) /** @type {HTMLElement | null} */ (this.variations.querySelector("[aria-current]"))?.focus();
    history.replaceState(null, "", analysisAddress(tree.view.start, tree.line, tree.ply));
  }

  #bestLine() {
    const found = this.values.switch.checked ? this.values.analysis(this.tree.view.start, this.tree.moves) : null;
    return found?.line ?? [];
  }

  /** @param {Api.Square[]} moves */
  #drawBest(moves) {
    put(
      this.best,
      moves.length > 0 && [
        "Best play: ",
        el(
          "button",
          { type: "button", class: "line", onclick: () => this.#follow(moves) },
          moves.map((move) => move.label).join(" "),
        ),
      ],
    );
  }

  /**
   * A line from a node on, with its variations folded in where they leave it.
   *
   * @param {Node | Root} node
   * @returns {HTMLElement[]}
   */
  #lineFrom(node) {
    /** @type {HTMLElement[]} */
    const parts = [];
    const path = new Set(this.tree.path);
    for (let from = node; from.children.length; from = from.children[0]) {
      const [main, ...others] = from.children;
      parts.push(this.#moveButton(main, path));
      for (const other of others) {
        parts.push(el("div", { class: "variation" }, this.#moveButton(other, path), this.#lineFrom(other)));
      }
    }
    return parts;
  }

  /**
   * @param {Node} node
   * @param {Set<Node>} path
   */
  #moveButton(node, path) {
    const current = node === this.tree.at;
    return el(
      "button",
      {
        type: "button",
        class: `by${node.move.player}${path.has(node) ? " on-path" : ""}`,
        "aria-current": current ? "step" : null,
        onclick: () => {
          this.tree.at = node;
          this.draw();
        },
      },
      `${pathTo(node).length}. ${node.move.label}`,
    );
  }

  /** @param {number} ply */
  #go(ply) {
    this.tree.go(ply);
    this.draw();
  }

  /** @param {Api.Square[]} moves */
  async #follow(moves) {
    const ply = this.tree.ply;
    await this.explorer.play(lineText(moves));
    this.#go(ply + 1);
  }

  /** @param {Event} event */
  #play(event) {
    event.preventDefault();
    this.note.textContent = "";
    if (this.typed.value.trim()) this.explorer.play(this.typed.value);
    this.typed.value = "";
  }

  async #share() {
    const given = `The address of this line: ${location.href}`;
    this.note.textContent = (await copied(location.href)) ? "Copied: the address leads to this line." : given;
  }
}

/**
 * Other places to begin: one of the games, or a pasted position code or address.
 *
 * @param {Api.RulesSummary[]} rules
 */
function chooser(rules) {
  const pasted = el("input", { id: "pasted", autocomplete: "off" });
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = pasted.value.trim();
    const query = text.includes("start=") ? text.split("?").at(-1) : `start=${encodeURIComponent(text)}`;
    location.href = `/analysis?${query}`;
  };
  return el(
    "details",
    { class: "chooser" },
    el("summary", {}, "Another position"),
    el("ul", {}, rules.map((game) => el("li", {}, el("a", { href: analysisAddress(game.start) }, game.title)))),
    el(
      "form",
      { class: "typed", onsubmit: open },
      el("label", { for: "pasted" }, "Position code or address"),
      pasted,
      el("button", { type: "submit" }, "Open"),
    ),
  );
}
