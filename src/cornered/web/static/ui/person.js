// Who sits at this browser: a name that is asked for once, may stay empty, and is kept.

const KEPT = "name";

export function wasAsked() {
  return localStorage.getItem(KEPT) !== null;
}

export function myName() {
  return localStorage.getItem(KEPT) ?? "";
}

/** @param {string} name */
export function keepName(name) {
  localStorage.setItem(KEPT, name);
}
