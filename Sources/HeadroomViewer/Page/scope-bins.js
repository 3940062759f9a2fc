// Counts light into the bins of the scopes, the same ones that the server's exact scopes have: histogram over stops,
// waveforms over the PQ signal, chromaticity over x and y, vectorscope over Ct and Cp of ICtCp.

import {TO_LMS, TO_XYZ} from './colour.js';
import {lookTables, prepare, rowOf, shade} from './proof-rows.js';
import {pqSignal} from './units.js';

export const SIDE = 256, FIRST = -12, STEP = 0.125, BINS = 192;
export const VECTOR_RANGE = 0.5;

// Signals and bins by the leading bits of light as a float: 128 for each octave from 2^-24 to 2^16, finer than a row of
// the waveform anywhere.
const START = (127 - 24) << 23, SHIFT = 16, PLACES = 40 << (23 - SHIFT);
let tables = null;

function placeTables() {
  if (!tables) {
    const middles = Int32Array.from({length: PLACES}, (_, i) => START + (i << SHIFT) + (1 << (SHIFT - 1)));
    const light = new Float32Array(middles.buffer), signals = Float32Array.from(light, pqSignal);
    tables = {signals, rows: Uint8Array.from(signals, signal => SIDE - 1 - Math.floor(signal * (SIDE - 1) + 0.5)),
      bins: Uint8Array.from(light, value => Math.min(Math.max(Math.floor((Math.log2(value) - FIRST) / STEP), 0), BINS - 1))};
  }
  return tables;
}

/** The place of a float with these bits; what is 0 or below has the first one. */
const placeOf = bits => {
  const place = (bits - START) >> SHIFT;
  return place < 0 ? 0 : place < PLACES ? place : PLACES - 1;
};

const histogram = levels => ({first: FIRST, step: STEP, ...levels});
const planes = (r, g, b, y) => ({width: SIDE, height: SIDE, r, g, b, y});
const plane = (counts, more = {}) => ({width: SIDE, height: SIDE, ...more, counts});

/** The server's counts: see `scopes` in the contract. */
export function unpacked(buffer) {
  const words = index => new Uint32Array(buffer, index * BINS * 4, BINS);
  const [belowZero, zero] = new Uint32Array(buffer, 4 * BINS * 4, 2);
  const counts = index => new Uint16Array(buffer, (4 * BINS + 2) * 4 + index * SIDE * SIDE * 2, SIDE * SIDE);
  return {histogram: histogram({r: words(0), g: words(1), b: words(2), y: words(3), belowZero, zero}),
    waveform: planes(counts(0), counts(1), counts(2), counts(3)), chromaticity: plane(counts(4)),
    vectorscope: plane(counts(5), {range: VECTOR_RANGE})};
}

function empty() {
  const counts = () => new Uint32Array(SIDE * SIDE), bins = () => new Uint32Array(BINS);
  return {histogram: histogram({r: bins(), g: bins(), b: bins(), y: bins(), belowZero: 0, zero: 0}),
    waveform: planes(counts(), counts(), counts(), counts()), chromaticity: plane(counts()),
    vectorscope: plane(counts(), {range: VECTOR_RANGE})};
}

/** Scopes of a rectangle of `source` ({view, map, gain}), each `step`th pixel of each `step`th row, as a look shows it. */
export function measure({view, map, gain}, rect, look, step) {
  const columns = Math.ceil(rect.width / step), rows = Math.ceil(rect.height / step);
  const weighted = map && look.weight < 1, area = {x0: 0, y0: 0, x1: columns, y1: rows};
  const texel = [step, 0, rect.x + 0.5 - step / 2, 0, step, rect.y + 0.5 - step / 2];
  const mapTexel = weighted && texel.map((value, i) => value * (i < 3 ? map.width / view.width : map.height / view.height));
  const light = prepare({view, texel, nearest: true, map: weighted ? map : null, mapTexel, gain}, area);
  const shown = lookTables({...look, channel: 'rgb', proof: 1}, weighted ? gain : null, null);
  const result = empty(), row = rowOf(columns), cones = rowOf(columns), levels = rowOf(columns);
  for (let y = 0; y < rows; y++) {
    shade(light, shown, y, row);
    split(row.light, cones.light, levels.light, columns);
    countLevels(result, row, levels, columns);
    countColours(result, row.light, cones, levels.light, columns);
  }
  return result;
}

/** The cones' light of a row, and its luminances, one for each three places. */
function split(light, cones, levels, count) {
  const [a, b, c, d, e, f, g, h, i] = TO_LMS, [, , , r, s, t] = TO_XYZ;
  for (let at = 0; at < count * 3; at += 3) {
    const red = light[at], green = light[at + 1], blue = light[at + 2];
    cones[at] = a * red + b * green + c * blue;
    cones[at + 1] = d * red + e * green + f * blue;
    cones[at + 2] = g * red + h * green + i * blue;
    levels[at] = r * red + s * green + t * blue;
  }
}

function countLevels({histogram: found, waveform}, row, levels, count) {
  const planes = [waveform.r, waveform.g, waveform.b, waveform.y], bins = [found.r, found.g, found.b, found.y];
  for (let i = 0; i < 4; i++) {
    const {light, bits} = i < 3 ? row : levels;
    const [below, zero] = countChannel(light, bits, i % 3, count, bins[i], planes[i]);
    if (i < 3) found.belowZero += below;
    if (i < 3) found.zero += zero;
  }
}

function countChannel(light, bits, offset, count, histogram, plane) {
  const {rows, bins} = placeTables();
  let below = 0, zero = 0;
  for (let x = 0, at = offset; x < count; x++, at += 3) {
    const column = x * SIDE / count | 0, place = placeOf(bits[at]);
    if (bits[at] > 0) histogram[bins[place]] += 1;
    else if (light[at] < 0) below += 1;
    else zero += 1;
    plane[(bits[at] > 0 ? rows[place] : SIDE - 1) * SIDE + column] += 1;
  }
  return [below, zero];
}

function countColours({chromaticity, vectorscope}, light, cones, levels, count) {
  const {signals} = placeTables(), xy = chromaticity.counts, vectors = vectorscope.counts, {bits} = cones;
  const [m0, m1, m2, , , , , m7, m8] = TO_XYZ, darkest = 2 ** FIRST;
  for (let at = 0; at < count * 3; at += 3) {
    const Y = levels[at];
    if (!(Y > darkest)) continue;
    const r = light[at], g = light[at + 1], b = light[at + 2], X = m0 * r + m1 * g + m2 * b, sum = X + Y + m7 * g + m8 * b;
    xy[cell((0.9 - Y / sum) / 0.9 * SIDE) * SIDE + cell(X / sum / 0.8 * SIDE)] += 1;
    const l = signals[placeOf(bits[at])], m = signals[placeOf(bits[at + 1])], s = signals[placeOf(bits[at + 2])];
    vectors[cell((1 - cp(l, m, s) / VECTOR_RANGE) / 2 * SIDE) * SIDE + cell((ct(l, m, s) / VECTOR_RANGE + 1) / 2 * SIDE)] += 1;
  }
}

/** What lies outside lies in the last cell, as in the library's counts. */
const cell = at => (at > 0 ? (at < SIDE ? Math.floor(at) : SIDE - 1) : 0);

/** Ct and Cp of BT.2100's ICtCp (PQ) of cones' signals. */
const ct = (l, m, s) => (6610 * l - 13613 * m + 7003 * s) / 4096;
const cp = (l, m, s) => (17933 * l - 17390 * m - 543 * s) / 4096;
export const ctcp = (l, m, s) => [ct(l, m, s), cp(l, m, s)];
