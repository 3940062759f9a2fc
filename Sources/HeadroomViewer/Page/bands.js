// The bands of false colour and the marks of the zebra: one table for shader, legend and documentation.

/** Light over reference white where the band ends, its colour (display signal, 0 to 1), and its name. */
export const BANDS = [
  {end: 0, colour: [0.55, 0.10, 0.75], name: 'below 0'},
  {end: 1, colour: null, name: '0 – 1×'},
  {end: 2, colour: [0.10, 0.55, 0.25], name: '1 – 2×'},
  {end: 4, colour: [0.75, 0.70, 0.10], name: '2 – 4×'},
  {end: 8, colour: [0.90, 0.45, 0.05], name: '4 – 8×'},
  {end: Infinity, colour: [0.85, 0.05, 0.10], name: 'above 8×'},
];

/** Each mark is one bit of the shader's set. */
export const MARKS = [
  {bit: 1, key: 'beyond', name: 'Over headroom', colour: [0.95, 0.15, 0.15]},
  {bit: 2, key: 'white', name: 'Above white', colour: [0.95, 0.80, 0.10]},
  {bit: 4, key: 'srgb', name: 'Outside sRGB', colour: [0.15, 0.75, 0.95]},
  {bit: 8, key: 'p3', name: 'Outside P3', colour: [0.85, 0.25, 0.95]},
  {bit: 16, key: 'black', name: 'Clipped to black', colour: [0.20, 0.35, 1.00]},
];

export const css = ([r, g, b]) => `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`;
