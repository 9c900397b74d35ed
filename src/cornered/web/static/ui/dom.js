// Elements made in one line each. Text is always text: nothing is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | boolean | null | undefined} Child what is null or false is left out */

/** @typedef {{ [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => void }} Listeners */

/** @typedef {Listeners & { [name: string]: unknown }} Props listeners and attributes */

/**
 * An HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element, in the same manner.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/**
 * Replaces what is inside an element.
 *
 * @param {Element} parent
 * @param {(Child | Child[])[]} children
 */
export function put(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(given));
}

/**
 * The nearest element around the place of an event that a selector names.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around({ target }, selector) {
  return /** @type {Element} */ (target).closest(selector);
}

/**
 * The frame of a page with a board, for as long as nothing else is known.
 *
 * @param {string} words
 */
export function boardFrame(words) {
  return el(
    "div",
    { class: "board-page" },
    el("h1", {}, words),
    el("div", { class: "stage" }, el("div", { class: "board waiting", "aria-hidden": "true" })),
  );
}

/**
 * Reads a date of the API as the reader's system writes dates.
 *
 * @param {string} iso
 */
export function when(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.valueOf())) return iso;
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Calls `step(-1)` or `step(1)` for the arrow keys wherever they mean nothing else.
 *
 * @param {(by: number) => void} step
 */
export function onArrows(step) {
  document.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const taken = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (!by || taken || around(event, "input:not([type=checkbox]), select, .scroll")) return;
    event.preventDefault();
    step(by);
  });
}

/**
 * Scrolls no further than it takes to see an element whole.
 *
 * @param {Element} element
 */
export function bringIntoView(element) {
  element.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
}

let leaving = false;

/**
 * Goes to the address that `act` makes, once, however quickly one clicks again.
 *
 * @param {() => Promise<string>} act
 */
export async function leaveFor(act) {
  if (leaving) return;
  leaving = true;
  addEventListener("pageshow", () => (leaving = false), { once: true }); // whoever comes back may leave again
  try {
    location.href = await act();
  } catch (error) {
    leaving = false;
    throw error;
  }
}

/**
 * Whether a text is on the clipboard now: browsers have one only where the connection is safe.
 *
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the reader has asked for less motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function given(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "value" && "value" in node) node.value = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter(given));
  return node;
}
