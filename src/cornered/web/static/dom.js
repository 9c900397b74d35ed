// Elements made in one line each. Text is always text: nothing is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `on…` properties are listeners, the others attributes; null and false are left out. */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element, in the same manner. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Replaces what is inside an element. */
export function put(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(given));
  return parent;
}

/** The frame of a page with a board, for as long as nothing else is known. */
export function boardFrame(words) {
  return el(
    "div",
    { class: "board-page" },
    el("h1", {}, words),
    el("div", { class: "stage" }, el("div", { class: "board waiting", "aria-hidden": "true" })),
  );
}

/** Reads a date of the API as the reader's system writes dates. */
export function when(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.valueOf())) return iso;
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Calls `step(-1)` or `step(1)` for the arrow keys wherever they mean nothing else. */
export function onArrows(step) {
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const taken = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (!by || taken || event.target.closest("input:not([type=checkbox]), select, .scroll")) return;
    event.preventDefault();
    step(by);
  });
}

/** Scrolls no further than it takes to see an element whole. */
export function bringIntoView(element) {
  element.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
}

let leaving = false;
addEventListener("pageshow", () => (leaving = false)); // whoever comes back may leave again

/** Goes to the address that `act` makes, once, however quickly one clicks again. */
export async function leaveFor(act) {
  if (leaving) return;
  leaving = true;
  try {
    location.href = await act();
  } catch (error) {
    leaving = false;
    throw error;
  }
}

/** Whether the reader has asked for less motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function given(child) {
  return child !== null && child !== undefined && child !== false;
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else if (value === true) node.setAttribute(name, "");
    else if (given(value)) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter(given));
  return node;
}
