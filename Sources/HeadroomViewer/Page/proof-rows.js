// The proof without a GPU: light on the grid of the canvas, and one pass over it for every move of a slider. The same
// arithmetic as the shader's, with tables where that has powers. Pure functions: workers and tests share them.

import {offsets} from './gain.js';
import {halfTable} from './halfs.js';
import {LOWEST, PER_STOP} from './tone.js';

// Gains by the leading bits of the largest component as a float: 512 for each octave from 2^-24 to 2^16.
const START = (127 - 24) << 23, SHIFT = 14, OCTAVES = 40, GAINS = OCTAVES << (23 - SHIFT);
const CODES = 4096;   // steps of a gain map
const LEVELS = 16384; // steps of light from black to white, a fifth of a code where codes are narrowest

let logs = null, encoded = null;

/** log2 of the middle of each place of a table of gains. */
function placeLogs() {
  if (!logs) {
    const bits = Int32Array.from({length: GAINS}, (_, i) => START + (i << SHIFT) + (1 << (SHIFT - 1)));
    logs = Float64Array.from(new Float32Array(bits.buffer), Math.log2);
  }
  return logs;
}

/** sRGB codes of light from 0 to 1. */
function codeTable() {
  if (!encoded) encoded = Uint8Array.from({length: LEVELS + 1}, (_, i) => {
    const c = i / LEVELS;
    return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
  });
  return encoded;
}

/** What a look is in numbers, ready for `shade`. `matrix`: linear BT.2020 to the canvas, or null for light itself. */
export function lookTables(look, gain, matrix) {
  return {factor: 2 ** look.exposure, tone: look.table && toneTable(look), peak: look.peak, channel: look.channel,
    weights: gain && weightTables(gain, look.weight - 1), exit: gain && offsets(gain).exit,
    fromBase: gain && gain.fromBase, matrix: matrix && matrix.map(value => value * look.proof)};
}

/** Exposure and tone map as one factor for each place of the largest component. */
function toneTable({table, exposure}) {
  const places = placeLogs(), result = new Float32Array(GAINS), end = table.length - 1.001;
  for (let i = 0; i < GAINS; i++) {
    const at = Math.min(Math.max((places[i] + exposure - LOWEST) * PER_STOP, 0), end), whole = Math.floor(at);
    result[i] = 2 ** (exposure + table[whole] + (table[whole + 1] - table[whole]) * (at - whole));
  }
  return result;
}

/** What `less` of a map's weight multiplies with, by the code. */
function weightTables(gain, less) {
  return gain.min.map((low, i) => Float32Array.from({length: CODES}, (_, code) =>
    2 ** (less * (low + (gain.max[i] - low) * code / (CODES - 1)))));
}

// MARK: light on the canvas's grid

/** Samples a layer over `area` (x0, y0, x1, y1 of the canvas). With a gain map the light is made ready for its formula:
    in the map's primaries, offset added, and the code of each channel beside it. */
export function prepare({view, texel, nearest, map, mapTexel, gain}, area) {
  const light = nearest || straight(texel) ? near(view, texel, area) : linear(view, texel, area);
  if (!map) return {area, light, codes: null};
  intoBase(light, gain);
  return {area, light, codes: mapCodes(map, mapTexel, gain, area)};
}

/** Whether pixels of the view fall on pixels of the canvas. */
function straight([a, b, c, d, e, f]) {
  const whole = value => Math.abs(value - Math.round(value)) < 1e-3;
  return whole(a) && whole(b) && whole(d) && whole(e) && Math.abs(a * e - b * d) > 0.5
    && whole(c + (a + b) / 2 - 0.5) && whole(f + (d + e) / 2 - 0.5);
}

function near({data, width, height}, [a, b, c, d, e, f], {x0, y0, x1, y1}) {
  const halfs = halfTable(), out = new Float32Array((x1 - x0) * (y1 - y0) * 3);
  let to = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const u = within(a * (x + 0.5) + b * (y + 0.5) + c, width), v = within(d * (x + 0.5) + e * (y + 0.5) + f, height);
      const at = (v * width + u) * 3;
      out[to++] = sound(halfs[data[at]]);
      out[to++] = sound(halfs[data[at + 1]]);
      out[to++] = sound(halfs[data[at + 2]]);
    }
  }
  return out;
}

function linear({data, width, height}, [a, b, c, d, e, f], {x0, y0, x1, y1}) {
  const halfs = halfTable(), out = new Float32Array((x1 - x0) * (y1 - y0) * 3);
  let to = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const u = a * (x + 0.5) + b * (y + 0.5) + c - 0.5, v = d * (x + 0.5) + e * (y + 0.5) + f - 0.5;
      const left = within(u, width), top = within(v, height), right = within(u + 1, width), down = within(v + 1, height);
      const across = Math.min(Math.max(u - left, 0), 1), along = Math.min(Math.max(v - top, 0), 1);
      const p = (top * width + left) * 3, q = (top * width + right) * 3;
      const r = (down * width + left) * 3, s = (down * width + right) * 3;
      for (let i = 0; i < 3; i++) {
        const upper = halfs[data[p + i]] * (1 - across) + halfs[data[q + i]] * across;
        const under = halfs[data[r + i]] * (1 - across) + halfs[data[s + i]] * across;
        out[to++] = sound(upper * (1 - along) + under * along);
      }
    }
  }
  return out;
}

const within = (at, count) => (at < 0 ? 0 : at >= count ? count - 1 : Math.floor(at));

/** What is no number is black; half floats end at 65,504. */
const sound = value => (value < 65504 ? (value > -65504 ? value : -65504) : value >= 65504 ? 65504 : 0);

function intoBase(light, gain) {
  const [a, b, c, d, e, f, g, h, i] = gain.toBase, [k0, k1, k2] = offsets(gain).entry;
  for (let at = 0; at < light.length; at += 3) {
    const red = light[at], green = light[at + 1], blue = light[at + 2];
    light[at] = a * red + b * green + c * blue + k0;
    light[at + 1] = d * red + e * green + f * blue + k1;
    light[at + 2] = g * red + h * green + i * blue + k2;
  }
}

/** Codes with the map's gamma undone, so that the gain in stops is linear in them. */
function mapCodes(map, texel, gain, area) {
  const values = linear(map, texel, area), codes = new Uint16Array(values.length);
  const tables = gain.gamma.map(gamma => Float32Array.from({length: CODES}, (_, i) => (i / (CODES - 1)) ** (1 / gamma)));
  for (let at = 0; at < values.length; at++) {
    const table = tables[at % 3], place = Math.min(Math.max(values[at], 0), 1) * (CODES - 1);
    const whole = Math.min(Math.floor(place), CODES - 2);
    codes[at] = (table[whole] + (table[whole + 1] - table[whole]) * (place - whole)) * (CODES - 1) + 0.5;
  }
  return codes;
}

// MARK: one row of a look

/** Memory for one row of light. */
export function rowOf(width) {
  const light = new Float32Array(width * 3);
  return {light, bits: new Int32Array(light.buffer)};
}

/** The light of row `y` as the look shows it, into `row`. */
export function shade({area, light, codes}, tables, y, row) {
  const count = (area.x1 - area.x0) * 3, from = (y - area.y0) * count;
  if (codes) weigh(light, codes, from, count, tables, row.light);
  else row.light.set(light.subarray(from, from + count));
  if (tables.tone) toneRow(row, count, tables.tone, tables.peak);
  else expose(row.light, count, tables.factor, tables.peak);
  if (tables.channel !== 'rgb') pick(row.light, count, tables.channel);
}

function weigh(light, codes, from, count, {weights, exit, fromBase, factor}, out) {
  const [first, second, third] = weights, [k0, k1, k2] = exit, [a, b, c, d, e, f, g, h, i] = fromBase;
  for (let to = 0, at = from; to < count; to += 3, at += 3) {
    const red = light[at] * first[codes[at]] - k0, green = light[at + 1] * second[codes[at + 1]] - k1;
    const blue = light[at + 2] * third[codes[at + 2]] - k2;
    out[to] = a * red + b * green + c * blue;
    out[to + 1] = d * red + e * green + f * blue;
    out[to + 2] = g * red + h * green + i * blue;
  }
}

function toneRow({light, bits}, count, tone, peak) {
  for (let at = 0; at < count; at += 3) {
    // Floats of one sign have the order of their bits.
    let largest = bits[at];
    if (bits[at + 1] > largest) largest = bits[at + 1];
    if (bits[at + 2] > largest) largest = bits[at + 2];
    let place = (largest - START) >> SHIFT;
    if (place < 0) place = 0;
    else if (place >= GAINS) place = GAINS - 1;
    const gain = tone[place], red = light[at] * gain, green = light[at + 1] * gain, blue = light[at + 2] * gain;
    light[at] = red < peak ? red : peak;
    light[at + 1] = green < peak ? green : peak;
    light[at + 2] = blue < peak ? blue : peak;
  }
}

function expose(light, count, factor, peak) {
  for (let at = 0; at < count; at++) {
    const value = light[at] * factor;
    light[at] = value < peak ? value : peak;
  }
}

function pick(light, count, channel) {
  const only = {r: [1, 0, 0], g: [0, 1, 0], b: [0, 0, 1], y: [0.2627002120, 0.6779980715, 0.0593017165]}[channel];
  for (let at = 0; at < count; at += 3) {
    const value = only ? only[0] * light[at] + only[1] * light[at + 1] + only[2] * light[at + 2]
      : Math.max(light[at], light[at + 1], light[at + 2]);
    light[at] = light[at + 1] = light[at + 2] = value;
  }
}

/** Pixels `from` to `to` of a row as opaque sRGB codes, in the order of bytes that a canvas has. */
export function encode(light, from, to, matrix, out, start) {
  const [a, b, c, d, e, f, g, h, i] = matrix, codes = codeTable();
  for (let at = from * 3, place = start; at < to * 3; at += 3, place++) {
    const red = light[at], green = light[at + 1], blue = light[at + 2];
    let x = a * red + b * green + c * blue, y = d * red + e * green + f * blue, z = g * red + h * green + i * blue;
    x = x < 1 ? (x > 0 ? x : 0) : 1;
    y = y < 1 ? (y > 0 ? y : 0) : 1;
    z = z < 1 ? (z > 0 ? z : 0) : 1;
    out[place] = 0xff000000 | codes[z * LEVELS + 0.5 | 0] << 16 | codes[y * LEVELS + 0.5 | 0] << 8 | codes[x * LEVELS + 0.5 | 0];
  }
}
