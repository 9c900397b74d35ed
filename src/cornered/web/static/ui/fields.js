// The fields of a form, one line each.

import { el, put } from "./dom.js";

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} input
 */
export function field(id, label, input) {
  return el("p", { class: "field" }, el("label", { for: id }, label), input);
}

/**
 * @param {string} id
 * @param {string} label
 */
export function text(id, label, longest = 20, value = "") {
  const input = el("input", { id, name: id, maxlength: longest, autocomplete: "off", value });
  return { input, element: field(id, label, input) };
}

/**
 * @param {string} id
 * @param {string} label
 */
export function number(id, label, limits = {}) {
  const input = el("input", { type: "number", id, name: id, required: true, ...limits });
  return { input, element: field(id, label, input) };
}

/**
 * @param {string} id
 * @param {string} label
 */
export function check(id, label) {
  const input = el("input", { type: "checkbox", id, name: id });
  return { input, element: el("p", {}, el("label", { class: "check" }, input, ` ${label}`)) };
}

/** @typedef {readonly [key: string, words: string, line?: string]} Option with a quieter line under the words, maybe */

/**
 * @param {string} id
 * @param {string} label
 * @param {readonly Option[]} options
 */
export function select(id, label, options = [], value = "") {
  const input = el("select", { id, name: id });
  /**
   * @param {readonly Option[]} offered
   * @param {string} chosen
   */
  const offer = (offered, chosen) => {
    put(input, offered.map(([key, words]) => el("option", { value: key }, words)));
    input.value = chosen;
  };
  if (options.length) offer(options, value);
  return { input, element: field(id, label, input), value: () => input.value, offer };
}

/**
 * A choice between a few things.
 *
 * @param {string} name
 * @param {readonly Option[]} options
 */
export function choice(name, options = [], chosen = options[0]?.[0]) {
  const element = el("div", { class: "choices" });
  /**
   * @param {readonly Option[]} offered
   * @param {string} [preferred]
   */
  const offer = (offered, preferred) =>
    put(
      element,
      offered.map(([key, words, line]) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name, value: key, checked: key === preferred }),
          el("span", {}, words, line && el("small", {}, line)),
        ),
      ),
    );
  offer(options, chosen);
  const value = () => /** @type {HTMLInputElement} */ (element.querySelector(":checked")).value;
  return { element, value, offer };
}

/**
 * Shows or hides a field; what is hidden is not judged.
 *
 * @param {boolean} shown
 * @param {{ element: HTMLElement, input: HTMLInputElement }} field
 */
export function reveal(shown, { element, input }) {
  element.hidden = !shown;
  input.disabled = !shown;
}

/**
 * What is wrong with a field, in the browser's words, once its fold is open so that it can be seen.
 *
 * @param {HTMLInputElement} input
 */
export function complaint(input) {
  input.closest("details")?.setAttribute("open", "");
  const label = document.querySelector(`label[for="${input.id}"]`);
  return `${label?.textContent}: ${input.validationMessage}`;
}
