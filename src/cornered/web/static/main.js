// Chooses the page that the address asks for.

import { attempt } from "./net/api.js";
import { el, put } from "./ui/dom.js";

/** @typedef {{ show: (main: HTMLElement, named: string) => unknown }} Page */

/** @type {[RegExp, () => Promise<Page>][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/new$/, () => import("./pages/new.js")],
  [/^\/game\/(\d+)$/, () => import("./pages/game.js")],
  [/^\/review\/(\d+)$/, () => import("./pages/review.js")],
  [/^\/analysis$/, () => import("./pages/analysis.js")],
  [/^\/rules(?:\/([a-z-]+))?$/, () => import("./pages/rules.js")],
  [/^\/records$/, () => import("./pages/records.js")],
  [/^\/puzzles\/rush$/, () => import("./pages/rush.js")],
  [/^\/puzzles(?:\/([\w.-]+))?$/, () => import("./pages/puzzle.js")],
  [/^\/learn(?:\/([a-z0-9-]+))?$/, () => import("./pages/learn.js")],
  [/^\/explore(?:\/([a-z0-9-]+(?:\/\d+x\d+)?))?$/, () => import("./pages/explore.js")],
];

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

async function open() {
  const { pathname } = location;
  for (const link of document.querySelectorAll("nav a")) {
    if (pathname.startsWith(link.getAttribute("href") ?? "")) link.setAttribute("aria-current", "page");
  }
  for (const [pattern, load] of PAGES) {
    const found = pathname.match(pattern);
    if (found) {
      const page = await load();
      await page.show(main, found[1]);
      main.dataset.ready = "yes";
      return;
    }
  }
  showNothing("No such page", "There is no such page");
}

/**
 * @param {string} title
 * @param {string} heading
 */
function showNothing(title, heading) {
  document.title = `${title} · Cornered`;
  put(main, el("h1", {}, heading), el("p", {}, el("a", { href: "/" }, "Back to the games")));
}

attempt(open, (sentence) => showNothing("Not found", sentence));
