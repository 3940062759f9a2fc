// What lies over the picture: values on the pixels at high zoom, the region, the cursor, the edge of the wipe.

import {byId} from './dom.js';
import {toFile, toScreen, visibleRect} from './geometry.js';
import {luminance} from './colour.js';
import {set, state} from './state.js';
import {number} from './units.js';

/** CSS pixels for a file pixel from which its numbers are readable. */
export const NUMBERS_FROM = 48;

let painted = false;

const hasMarks = (stage, view) => view.zoom >= NUMBERS_FROM || Boolean(state().rect) || Boolean(stage.cursor)
  || state().split === 'side';

export function paintOverlay(stage, jobs, view) {
  const canvas = byId('overlay'), context = canvas.getContext('2d');
  placeWipe(stage);
  // A canvas that is touched is composited anew: most of the time there is nothing on this one.
  if (!painted && !hasMarks(stage, view)) return;
  painted = hasMarks(stage, view);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const job of jobs) {
    context.save();
    context.beginPath();
    context.rect(job.clip.x, job.clip.y, job.clip.width, job.clip.height);
    context.clip();
    if (view.zoom >= NUMBERS_FROM && job.look !== 'map' && job.look !== 'error') numbers(context, stage, job, view);
    if (state().rect) region(context, job, view, state().rect);
    if (stage.cursor) cursor(context, job, view, stage.cursor);
    context.restore();
  }
  if (state().split === 'side' && jobs.length) divider(context, stage);
}

/** Red, green and blue over reference white, on each pixel. */
function numbers(context, stage, {file, viewport}, view) {
  const rect = visibleRect(view, viewport, file);
  const size = Math.min(view.zoom / 5.2, 15);
  context.font = `${size}px ui-monospace, "DejaVu Sans Mono", monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) pixelNumbers(context, stage, file, view, viewport, x, y, size);
  }
}

function pixelNumbers(context, stage, file, view, viewport, x, y, size) {
  const light = stage.lightAt(x, y, file);
  if (!light?.exact) return;
  const [sx, sy] = toScreen(view, viewport, x + 0.5, y + 0.5);
  const bright = luminance(light.rgb) * 2 ** state().exposure > 0.3;
  context.fillStyle = bright ? 'rgb(0 0 0 / 0.85)' : 'rgb(255 255 255 / 0.85)';
  light.rgb.forEach((value, row) => context.fillText(number(value, 4), sx, sy + (row - 1) * size * 1.25));
}

function region(context, {viewport}, view, rect) {
  const [x0, y0] = toScreen(view, viewport, rect.x, rect.y);
  const [x1, y1] = toScreen(view, viewport, rect.x + rect.width, rect.y + rect.height);
  const box = [Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)];
  twice(context, () => context.strokeRect(...box), [6, 4]);
}

function cursor(context, {viewport}, view, {x, y}) {
  const half = Math.max(view.zoom / 2, 5), [sx, sy] = toScreen(view, viewport, x + 0.5, y + 0.5);
  twice(context, () => {
    context.strokeRect(sx - half, sy - half, half * 2, half * 2);
    context.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(sx + dx * (half + 3), sy + dy * (half + 3));
      context.lineTo(sx + dx * (half + 11), sy + dy * (half + 11));
    }
    context.stroke();
  });
}

/** Black under white, so that lines show on any light. */
function twice(context, draw, dash = []) {
  for (const [colour, width] of [['rgb(0 0 0 / 0.8)', 3], ['white', 1]]) {
    context.setLineDash(width === 1 ? dash : []);
    context.strokeStyle = colour;
    context.lineWidth = width;
    draw();
  }
  context.setLineDash([]);
}

function divider(context, stage) {
  const {width, height} = stage.size;
  context.fillStyle = 'rgb(128 128 128)';
  context.fillRect(Math.floor(width / 2) - 1, 0, 2, height);
}

function placeWipe(stage) {
  const handle = byId('wipe'), now = state();
  handle.hidden = now.split !== 'wipe' || !stage.file;
  if (handle.hidden) return;
  handle.style.left = now.wipe * stage.size.width + 'px';
  handle.setAttribute('aria-valuenow', Math.round(now.wipe * 100));
}

/** The wipe is dragged, or moved with the arrow keys. */
export function watchWipe(stage) {
  const handle = byId('wipe');
  const move = event => {
    const box = stage.element.getBoundingClientRect();
    set({wipe: Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)});
  };
  handle.addEventListener('pointerdown', event => {
    handle.setPointerCapture(event.pointerId);
    event.stopPropagation();
  });
  handle.addEventListener('pointermove', event => { if (handle.hasPointerCapture(event.pointerId)) move(event); });
  handle.addEventListener('keydown', event => {
    const step = {ArrowLeft: -0.02, ArrowRight: 0.02, Home: -1, End: 1}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set({wipe: Math.min(Math.max(state().wipe + step, 0), 1)});
  });
}

/** The pixel under a point of the stage, or null outside the file. */
export function pixelUnder(stage, x, y) {
  if (!stage.file) return null;
  const [px, py] = toFile(stage.view(), stage.viewportAt(x), x, y).map(Math.floor);
  return px >= 0 && py >= 0 && px < stage.file.width && py < stage.file.height ? {x: px, y: py} : null;
}
