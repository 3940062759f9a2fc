// Draws scopes. Each function gets a context in CSS pixels, its size, the counts, and how the axis is labelled.

import {D65, FROM_SRGB, GAMUTS, LOCUS, apply, lms, uv, xyFromUV} from './colour.js';
import {ctcp} from './scope-bins.js';
import {WHITE, hlgLight, pqLight, pqSignal} from './units.js';

const GRID = '#3c3c3c', TEXT = '#b4b4b4', LINE = '#f2f2f2';
const TINTS = {r: [255, 92, 80], g: [84, 220, 110], b: [96, 150, 255], y: [228, 228, 228]};
const LEFT = 40, BOTTOM = 16, TOP = 6, RIGHT = 6;

const css = ([r, g, b], alpha) => `rgb(${r} ${g} ${b} / ${alpha})`;
const frame = ({width, height}, left = LEFT) => ({x: left, y: TOP, width: width - left - RIGHT, height: height - TOP - BOTTOM});

function label(context, text, x, y, align = 'left', colour = TEXT) {
  context.fillStyle = colour;
  context.font = '10px system-ui, sans-serif';
  context.textAlign = align;
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
}

function line(context, x0, y0, x1, y1, colour = GRID, width = 1) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/** Words where there is nothing to draw yet. */
export function wait(context, {width, height}, text) {
  label(context, text, width / 2, height / 2, 'center');
}

// MARK: histogram

/** Counts over stops, by their cube root, so that few bright pixels show; 0 stops is reference white. */
export function histogram(context, size, {histogram: h}, {headroom}) {
  const box = frame(size, 8), last = lastStop(h), x = stop => box.x + (stop - h.first) / (last - h.first) * box.width;
  for (let stop = Math.ceil(h.first / 2) * 2; stop <= last; stop += 2) {
    line(context, x(stop), box.y, x(stop), box.y + box.height);
    const text = stop > 0 ? '+' + stop : String(stop).replace('-', '−');
    label(context, text, Math.min(Math.max(x(stop), 12), size.width - 10), size.height - 7, 'center');
  }
  const top = Math.max(1, ...h.r, ...h.g, ...h.b, ...h.y), level = count => Math.cbrt(count / top);
  context.globalCompositeOperation = 'lighter';
  for (const channel of ['r', 'g', 'b']) area(context, box, h, x, h[channel], level, css(TINTS[channel], 0.38));
  context.globalCompositeOperation = 'source-over';
  outline(context, box, h, x, h.y, level);
  mark(context, box, x(0), `${WHITE} cd/m²`, LINE);
  if (headroom !== null && headroom > 0 && headroom < last) mark(context, box, x(headroom), 'headroom', '#ffb347', 12);
}

function lastStop(h) {
  const used = [h.r, h.g, h.b].map(bins => bins.findLastIndex(count => count > 0));
  return Math.max(6, Math.min(h.first + h.step * h.r.length, Math.ceil(h.first + h.step * (Math.max(...used) + 1))));
}

function steps(context, box, h, x, bins, level) {
  context.beginPath();
  context.moveTo(box.x, box.y + box.height);
  bins.forEach((count, i) => {
    const right = x(h.first + h.step * (i + 1));
    if (right > box.x + box.width + 1) return;
    const y = box.y + box.height * (1 - level(count));
    context.lineTo(x(h.first + h.step * i), y);
    context.lineTo(right, y);
  });
  context.lineTo(box.x + box.width, box.y + box.height);
}

function area(context, box, h, x, bins, level, colour) {
  steps(context, box, h, x, bins, level);
  context.fillStyle = colour;
  context.fill();
}

function outline(context, box, h, x, bins, level) {
  steps(context, box, h, x, bins, level);
  context.strokeStyle = css(TINTS.y, 0.9);
  context.lineWidth = 1;
  context.stroke();
}

function mark(context, box, x, text, colour, down = 0) {
  line(context, x, box.y, x, box.y + box.height, colour);
  const right = x + 70 < box.x + box.width;
  label(context, text, x + (right ? 4 : -4), box.y + 6 + down, right ? 'left' : 'right', colour);
}

// MARK: waveform and parade

const percent = (signals, light) => signals.map(value => ({light: light(value), text: `${Math.round(value * 100)} %`}));
const AXES = {
  nits: [0.1, 1, 10, 50, 100, WHITE, 400, 1000, 4000, 10000].map(value => ({light: value / WHITE, text: String(value)})),
  pq: percent([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], pqLight),
  hlg: percent([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1], hlgLight),
};

function lightAxis(context, box, axis, headroom) {
  const y = light => box.y + box.height * (1 - pqSignal(light));
  let last = Infinity;
  for (const {light, text} of AXES[axis]) {
    const at = y(light), white = Math.abs(light - 1) < 0.02;
    line(context, box.x, at, box.x + box.width, at, white ? LINE : GRID);
    if (last - at < 10 && !white) continue;
    label(context, text, box.x - 4, at, 'right', white ? LINE : TEXT);
    last = at;
  }
  if (axis !== 'nits') line(context, box.x, y(1), box.x + box.width, y(1), LINE);
  if (headroom !== null) line(context, box.x, y(2 ** headroom), box.x + box.width, y(2 ** headroom), '#ffb347');
}

export function waveform(context, size, {waveform: w}, {axis, headroom}) {
  const box = frame(size);
  lightAxis(context, box, axis, headroom);
  cloud(context, box, w, w.y, TINTS.y);
  label(context, axisName(axis), box.x, size.height - 7);
}

export function parade(context, size, {waveform: w}, {axis, headroom}) {
  const box = frame(size), third = box.width / 3;
  lightAxis(context, box, axis, headroom);
  ['r', 'g', 'b'].forEach((channel, i) =>
    cloud(context, {...box, x: box.x + i * third + 1, width: third - 2}, w, w[channel], TINTS[channel]));
  label(context, axisName(axis), box.x, size.height - 7);
}

const axisName = axis => ({nits: 'cd/m²', pq: 'PQ signal', hlg: 'HLG signal, 1000 cd/m² display'})[axis];

/** Counts as light of one colour; the square root of the logarithm shows single pixels and crowds. */
function cloud(context, box, {width, height}, counts, [r, g, b]) {
  let top = 1;
  for (const count of counts) if (count > top) top = count;
  const image = new ImageData(width, height), scale = 1 / Math.log1p(top);
  counts.forEach((count, i) => {
    if (!count) return;
    image.data.set([r, g, b, 60 + 195 * Math.log1p(count) * scale], i * 4);
  });
  paste(context, image, box);
}

/** `part`: the rectangle of the image that is shown. */
function paste(context, image, box, part = [0, 0, image.width, image.height]) {
  const sheet = new OffscreenCanvas(image.width, image.height);
  sheet.getContext('2d').putImageData(image, 0, 0);
  context.globalCompositeOperation = 'lighter';
  context.drawImage(sheet, ...part, box.x, box.y, box.width, box.height);
  context.globalCompositeOperation = 'source-over';
}

// MARK: chromaticity

export function xy(context, size, {chromaticity: c}) {
  const box = square(size), place = ([x, y]) => [box.x + x / 0.8 * box.width, box.y + (0.9 - y) / 0.9 * box.height];
  paste(context, dots(c, (column, row) => [column, row], c.width, c.height), box);
  diagram(context, box, place, ['x', 'y'], [[0.2, 0.4, 0.6], [0.2, 0.4, 0.6, 0.8]], size);
}

export function uvPlot(context, size, {chromaticity: c}) {
  const box = square(size), place = xyPoint => {
    const [u, v] = uv(xyPoint);
    return [box.x + u / 0.65 * box.width, box.y + (0.62 - v) / 0.62 * box.height];
  };
  const from = (column, row) => {
    const [x, y] = xyFromUV([(column + 0.5) / c.width * 0.65, 0.62 - (row + 0.5) / c.height * 0.62]);
    return [Math.floor(x / 0.8 * c.width), Math.floor((0.9 - y) / 0.9 * c.height)];
  };
  paste(context, dots(c, from, c.width, c.height), box);
  diagram(context, box, place, ['u′', 'v′'], null, size);
}

const square = size => {
  const box = frame(size, 22), side = Math.min(box.width, box.height);
  return {x: box.x + (box.width - side) / 2, y: box.y, width: side, height: side};
};

/** A picture of counts; `from` says which bin a point of the picture shows. */
function dots({width, height, counts}, from, columns, rows) {
  const image = new ImageData(columns, rows);
  let top = 1;
  for (const count of counts) if (count > top) top = count;
  const scale = 1 / Math.log1p(top);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = from(column, row), count = x >= 0 && y >= 0 && x < width && y < height ? counts[y * width + x] : 0;
      if (count) image.data.set([235, 235, 235, 70 + 185 * Math.log1p(count) * scale], (row * columns + column) * 4);
    }
  }
  return image;
}

function diagram(context, box, place, names, ticks, size) {
  outlineShape(context, LOCUS.map(place), '#7d7d7d');
  const colours = {'BT.709': '#5fb4ff', 'P3': '#ffb347', 'BT.2020': '#7ddc7d'};
  Object.entries(GAMUTS).forEach(([name, corners], i) => {
    outlineShape(context, corners.map(place), colours[name]);
    label(context, name, size.width - RIGHT, box.y + 6 + i * 13, 'right', colours[name]);
  });
  const [wx, wy] = place(D65);
  line(context, wx - 4, wy, wx + 4, wy, LINE);
  line(context, wx, wy - 4, wx, wy + 4, LINE);
  label(context, `CIE ${names.join(' ')}`, box.x, size.height - 7);
}

function outlineShape(context, points, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.stroke();
}

// MARK: vectorscope

const SHOWN = 0.36;  // of ICtCp's ±0.5: the primaries of sRGB at white's level stay within
const TARGETS = {R: [1, 0, 0], Y: [1, 1, 0], G: [0, 1, 0], C: [0, 1, 1], B: [0, 0, 1], M: [1, 0, 1]};

/** Ct to the right, Cp upwards, with the colours of sRGB at white's level. */
export function vectorscope(context, size, {vectorscope: v}) {
  const box = square(size), range = v.range ?? 0.5, middle = [box.x + box.width / 2, box.y + box.height / 2];
  const place = ([ct, cp]) => [middle[0] + ct / SHOWN * box.width / 2, middle[1] - cp / SHOWN * box.height / 2];
  for (const radius of [0.25, 0.5, 0.75, 1]) {
    context.strokeStyle = GRID;
    context.beginPath();
    context.arc(...middle, radius * box.width / 2, 0, 7);
    context.stroke();
  }
  line(context, box.x, middle[1], box.x + box.width, middle[1]);
  line(context, middle[0], box.y, middle[0], box.y + box.height);
  const part = SHOWN / range, w = v.width * part, h = v.height * part;
  paste(context, dots(v, (column, row) => [column, row], v.width, v.height), box, [(v.width - w) / 2, (v.height - h) / 2, w, h]);
  for (const [name, rgb] of Object.entries(TARGETS)) target(context, place, name, rgb);
  label(context, 'Ct → Cp ↑, ICtCp', box.x, size.height - 7);
}

/** A box in the colour that it is for, over whatever lies there: cyan's is near the middle. Its letter stands outwards. */
function target(context, place, name, rgb) {
  const [x, y] = place(ctcp(...lms(apply(FROM_SRGB, rgb)).map(pqSignal))), [cx, cy] = place([0, 0]);
  const far = Math.hypot(x - cx, y - cy) || 1, colour = css(rgb.map(value => 70 + 185 * value), 1);
  for (const [style, width] of [['#121212', 4], [colour, 1.5]]) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.strokeRect(x - 4, y - 4, 8, 8);
  }
  const at = [x + (x - cx) / far * 13, y + (y - cy) / far * 13];
  context.fillStyle = 'rgb(18 18 18 / 0.7)';
  context.fillRect(at[0] - 5, at[1] - 6, 10, 12);
  label(context, name, ...at, 'center', colour);
}

export const PLOTS = {histogram, waveform, parade, xy, uv: uvPlot, vectorscope};
