// Counts light into the bins of the scopes, the same ones that the server's exact scopes have: histogram over stops,
// waveforms over the PQ signal, chromaticity over x and y, vectorscope over Ct and Cp of ICtCp.

import {offsets, stopsOfGain} from './gain.js';
import {halfPixel, halfTable} from './halfs.js';
import {TO_XYZ, apply, lms} from './colour.js';
import {pqSignal} from './units.js';

export const SIDE = 256, FIRST = -12, STEP = 0.125, BINS = 192;
export const VECTOR_RANGE = 0.5;

const SIGNALS = 4096, DARKEST = -24, SPAN = 36;
let signals = null;

/** PQ signals over the logarithm of light: a look-up instead of four powers. */
function signalTable() {
  if (!signals) signals = Float32Array.from({length: SIGNALS + 1}, (_, i) => pqSignal(2 ** (DARKEST + SPAN * i / SIGNALS)));
  return signals;
}

function signalOf(light, table) {
  if (!(light > 0)) return 0;
  const at = Math.min(Math.max((Math.log2(light) - DARKEST) * SIGNALS / SPAN, 0), SIGNALS);
  return table[Math.round(at)];
}

function empty() {
  const counts = () => new Uint32Array(SIDE * SIDE), bins = () => new Uint32Array(BINS);
  return {histogram: {first: FIRST, step: STEP, r: bins(), g: bins(), b: bins(), y: bins(), belowZero: 0, zero: 0},
    waveform: {width: SIDE, height: SIDE, y: counts(), r: counts(), g: counts(), b: counts()},
    chromaticity: {width: SIDE, height: SIDE, counts: counts()},
    vectorscope: {width: SIDE, height: SIDE, range: VECTOR_RANGE, counts: counts()}};
}

/** Light as a display shows it: the shader's arithmetic. `look`: {exposure, table, peak}. */
function shown(light, look, factor) {
  for (let i = 0; i < 3; i++) light[i] *= factor;
  if (look.table) {
    const largest = Math.max(light[0], light[1], light[2], 1e-6);
    const at = Math.min(Math.max((Math.log2(largest) + 12) * 42.625, 0), 1022.999), i = Math.floor(at);
    const gain = 2 ** (look.table[i] + (look.table[i + 1] - look.table[i]) * (at - i));
    for (let k = 0; k < 3; k++) light[k] *= gain;
  }
  for (let i = 0; i < 3; i++) light[i] = Math.min(light[i], look.peak);
}

/** A part of the gain map's weight: the shader's formula, with the map's nearest pixel. */
function weighted(light, {view, map, gain}, x, y, less) {
  const values = halfPixel(map, Math.floor((x + 0.5) * map.width / view.width), Math.floor((y + 0.5) * map.height / view.height));
  const stops = stopsOfGain(gain, values), {entry, exit} = offsets(gain), full = apply(gain.toBase, light);
  const shown = full.map((value, i) => (value + entry[i]) * 2 ** (less * stops[i]) - exit[i]);
  apply(gain.fromBase, shown).forEach((value, i) => { light[i] = value; });
}

/** Scopes of a rectangle of `source` ({view, map, gain}), each `step`th pixel of each `step`th row. */
export function measure(source, rect, look, step) {
  const {view, map} = source;
  const result = empty(), halfs = halfTable(), table = signalTable(), light = [0, 0, 0], factor = 2 ** look.exposure;
  for (let y = rect.y; y < rect.y + rect.height; y += step) {
    for (let x = rect.x; x < rect.x + rect.width; x += step) {
      const at = (y * view.width + x) * 3;
      for (let i = 0; i < 3; i++) light[i] = halfs[view.data[at + i]];
      if (map && look.weight < 1) weighted(light, source, x, y, look.weight - 1);
      shown(light, look, factor);
      const column = Math.min(SIDE - 1, Math.floor((x - rect.x) * SIDE / rect.width));
      count(result, light, column, table);
    }
  }
  return result;
}

function count(result, light, column, table) {
  const luminance = TO_XYZ[3] * light[0] + TO_XYZ[4] * light[1] + TO_XYZ[5] * light[2];
  const {histogram, waveform} = result;
  bin(histogram, 'r', light[0]);
  bin(histogram, 'g', light[1]);
  bin(histogram, 'b', light[2]);
  bin(histogram, 'y', luminance);
  waveform.r[place(column, signalOf(light[0], table))] += 1;
  waveform.g[place(column, signalOf(light[1], table))] += 1;
  waveform.b[place(column, signalOf(light[2], table))] += 1;
  waveform.y[place(column, signalOf(luminance, table))] += 1;
  chromaticity(result.chromaticity.counts, light, luminance);
  vector(result.vectorscope.counts, light, table);
}

function bin(histogram, channel, light) {
  if (light > 0) {
    const index = Math.floor((Math.log2(light) - FIRST) / STEP);
    histogram[channel][Math.min(Math.max(index, 0), BINS - 1)] += 1;
  } else if (light < 0) histogram.belowZero += 1;
  else histogram.zero += 1;
}

const place = (column, signal) => Math.min(SIDE - 1, Math.floor((1 - signal) * SIDE)) * SIDE + column;

function chromaticity(counts, [r, g, b], luminance) {
  const X = TO_XYZ[0] * r + TO_XYZ[1] * g + TO_XYZ[2] * b, Z = TO_XYZ[7] * g + TO_XYZ[8] * b, sum = X + luminance + Z;
  if (!(sum > 1e-4)) return;
  const column = Math.floor(X / sum / 0.8 * SIDE), row = Math.floor((0.9 - luminance / sum) / 0.9 * SIDE);
  if (column >= 0 && row >= 0 && column < SIDE && row < SIDE) counts[row * SIDE + column] += 1;
}

/** Ct and Cp of BT.2100's ICtCp (PQ). */
export function ctcp([l, m, s]) {
  return [(6610 * l - 13613 * m + 7003 * s) / 4096, (17933 * l - 17390 * m - 543 * s) / 4096];
}

function vector(counts, light, table) {
  const [ct, cp] = ctcp(lms(light).map(value => signalOf(value, table)));
  const column = Math.floor((ct / VECTOR_RANGE + 1) / 2 * SIDE), row = Math.floor((1 - cp / VECTOR_RANGE) / 2 * SIDE);
  if (column >= 0 && row >= 0 && column < SIDE && row < SIDE) counts[row * SIDE + column] += 1;
}
