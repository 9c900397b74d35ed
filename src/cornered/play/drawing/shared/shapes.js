// What boards are drawn with, on the site and in Python: sizes, and shapes on a square of 100 by 100. Squares and
// pieces are drawn from the corner of their square, what belongs to a line of moves from the middle of one.
// Python reads what follows `export default` as JSON.

export default {
  "square": 100,
  "margin": 44,
  "edge": 8,
  "names": { "away": 14, "down": 9 },

  "ground": { "tag": "rect", "class": "ground", "width": 100, "height": 100 },
  "hatch": { "tag": "rect", "class": "hatch", "width": 100, "height": 100 },
  "tint": { "tag": "rect", "class": "tint", "x": 2, "y": 2, "width": 96, "height": 96 },
  "goal": { "tag": "path", "class": "goal", "d": "M50 36L64 50L50 64L36 50Z" },
  "frame": { "tag": "rect", "class": "frame", "x": 4, "y": 4, "width": 92, "height": 92, "rx": 6 },
  "dot": { "tag": "circle", "class": "dot", "cx": 50, "cy": 50, "r": 6 },
  "ring": { "tag": "circle", "class": "ring", "cx": 50, "cy": 50, "r": 34 },
  "value": { "tag": "text", "class": "value", "x": 50, "y": 60, "text-anchor": "middle" },
  "around": { "tag": "rect", "class": "around", "x": 5, "y": 5, "width": 90, "height": 90, "rx": 14, "pathLength": 1 },

  "pattern": { "tag": "pattern", "width": 12, "height": 12, "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)" },
  "hatching": { "tag": "line", "class": "hatching", "x1": 0, "y1": 0, "x2": 0, "y2": 12 },

  "pieces": {
    "knight": [
      { "tag": "path", "class": "body", "d": "M28 87h48v-5q0-5-5-6c6-17 6-34-1-45-6-10-14-14-22-15l-5-9-6 11c-6 4-9 9-10 15L16 50q-2 5 2 8l5 2q4 1 7-3l7-4c6 0 10-2 13-5 0 12-16 17-17 28q-5 1-5 6z" },
      { "tag": "circle", "class": "eye", "cx": 40, "cy": 32, "r": 3.4 },
      { "tag": "text", "class": "number", "x": 59, "y": 72, "text-anchor": "middle" }
    ],
    "X": [{ "tag": "path", "class": "stroke", "d": "M27 27L73 73M73 27L27 73" }],
    "O": [{ "tag": "circle", "class": "stroke", "cx": 50, "cy": 50, "r": 25 }],
    "other": [
      { "tag": "circle", "class": "body", "cx": 50, "cy": 50, "r": 30 },
      { "tag": "text", "class": "symbol", "x": 50, "y": 63, "text-anchor": "middle" }
    ]
  },

  "line": {
    "arrow": { "begins": 34, "ends": 32, "half": 5, "head": 26, "barb": 17 },
    "ring": { "tag": "circle", "class": "line-ring", "r": 36 },
    "number": { "along": 0.45, "aside": 33 },
    "badge": [
      { "tag": "circle", "r": 16 },
      { "tag": "text", "y": 7, "text-anchor": "middle" }
    ]
  },
  "danger": [
    { "tag": "circle", "cx": 80, "cy": 20, "r": 15 },
    { "tag": "text", "x": 80, "y": 28, "text-anchor": "middle" }
  ]
};
