// Chooses the page that the address asks for.

import { Refusal } from "./api.js";
import { el, put } from "./dom.js";

const PAGES = [
  [/^\/$/, "./home.js"],
  [/^\/new$/, "./new.js"],
  [/^\/game\/(\d+)$/, "./game.js"],
  [/^\/review\/(\d+)$/, "./review.js"],
  [/^\/analysis$/, "./analysis.js"],
  [/^\/rules(?:\/([a-z-]+))?$/, "./rules.js"],
  [/^\/records$/, "./records.js"],
  [/^\/puzzles\/rush$/, "./rush.js"],
  [/^\/puzzles(?:\/([\w.-]+))?$/, "./puzzle.js"],
  [/^\/learn(?:\/([a-z0-9-]+))?$/, "./learn.js"],
  [/^\/explore(?:\/([a-z0-9-]+(?:\/\d+x\d+)?))?$/, "./explore.js"],
];

const main = document.getElementById("main");

async function open() {
  const { pathname } = location;
  for (const link of document.querySelectorAll("nav a")) {
    if (pathname.startsWith(link.getAttribute("href"))) link.setAttribute("aria-current", "page");
  }
  for (const [pattern, module] of PAGES) {
    const found = pathname.match(pattern);
    if (found) {
      const page = await import(module);
      await page.show(main, found[1]);
      main.dataset.ready = "yes";
      return;
    }
  }
  title("No such page");
  put(main, el("h1", {}, "There is no such page"), wayBack());
}

function wayBack() {
  return el("p", {}, el("a", { href: "/" }, "Back to the games"));
}

function title(text) {
  document.title = `${text} · Cornered`;
}

open().catch((error) => {
  if (!(error instanceof Refusal)) throw error;
  title("Not found");
  put(main, el("h1", {}, error.message), wayBack());
});
