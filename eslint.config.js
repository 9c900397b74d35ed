// What the scripts of the pages are held to besides their types.

import js from "@eslint/js";
import globals from "globals";

const STATIC = "src/cornered/web/static";

/** Imports point downward only: a folder uses those that stand after it, and never one beside it. */
const LEVELS = [["pages"], ["parts"], ["board"], ["net", "ui"]];

const levels = LEVELS.flatMap((level, depth) =>
  level.map((folder) => {
    const others = LEVELS.slice(0, depth + 1).flat().filter((other) => other !== folder || folder === "pages");
    const group = others.map((other) => (other === folder ? "./*" : `../${other}/*`));
    const message = "Imports point downward only.";
    return {
      files: [`${STATIC}/${folder}/*.js`],
      rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
    };
  }),
);

export default [
  js.configs.recommended,
  { files: [`${STATIC}/**/*.js`], languageOptions: { globals: globals.browser } },
  { files: ["tests/web/static/*.js"], languageOptions: { globals: globals.node } },
  {
    rules: {
      eqeqeq: "error",
      "no-implicit-coercion": "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-useless-rename": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  ...levels,
];
