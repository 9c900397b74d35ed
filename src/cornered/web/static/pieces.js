// Pieces as drawn strokes, in a square of 100 by 100. Player 1's are filled, Player 2's are outlined.

import { svg } from "./dom.js";

const KNIGHT =
  "M28 87h48v-5q0-5-5-6c6-17 6-34-1-45-6-10-14-14-22-15l-5-9-6 11c-6 4-9 9-10 15L16 50q-2 5 2 8l5 2q4 1 7-3l7-4" +
  "c6 0 10-2 13-5 0 12-16 17-17 28q-5 1-5 6z";

export function knight(player, sign) {
  return svg(
    "g",
    { class: `piece p${player}` },
    svg("path", { class: "body", d: KNIGHT }),
    svg("circle", { class: "eye", cx: 40, cy: 32, r: 3.4 }),
    svg("text", { class: "number", x: 59, y: 72, "text-anchor": "middle" }, sign),
  );
}

export function mark(player, sign) {
  const group = svg("g", { class: `piece p${player}` });
  if (sign === "X") group.append(svg("path", { class: "stroke", d: "M27 27L73 73M73 27L27 73" }));
  else if (sign === "O") group.append(svg("circle", { class: "stroke", cx: 50, cy: 50, r: 25 }));
  else {
    group.append(
      svg("circle", { class: "body", cx: 50, cy: 50, r: 30 }),
      svg("text", { class: "symbol", x: 50, y: 63, "text-anchor": "middle" }, sign),
    );
  }
  return group;
}
