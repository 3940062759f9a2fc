// Draws panes of light without WebGL, in strips that workers compute: where GL is software, it pays for every power and
// every texture of every pixel anew, several times what this takes. Drawing is asynchronous: of several drawings that
// are asked for while one runs only the last is made.

import {sizeCanvas} from './dom.js';
import {TO_P3, TO_SRGB} from './colour.js';
import {lookTables, prepare, rowOf, shade} from './proof-rows.js';

const MOST_WORKERS = 4;

export class CPURenderer {
  constructor(canvas) {
    this.canvas = canvas;
    this.wide = matchMedia('(color-gamut: p3)').matches;
    // Read often means: kept where the processor has it.
    const options = {colorSpace: this.wide ? 'display-p3' : 'srgb', willReadFrequently: true};
    this.context = canvas.getContext('2d', options);
    if (!this.context) throw new Error('This browser has no canvas.');
    this.ids = new Map();
    this.lastId = 0;
    this.count = 0;
    this.passes = {drawn: 0, prepared: 0, sent: 0};
    this.idle = [];
    this.start();
  }

  start() {
    const count = Math.min(Math.max(navigator.hardwareConcurrency ?? 2, 1), MOST_WORKERS);
    this.strips = Array.from({length: count}, () => {
      const strip = {worker: new Worker('/page/proof-worker.js', {type: 'module'}), buffer: null, known: new Set()};
      strip.worker.onmessage = ({data}) => this.computed(strip, data);
      return strip;
    });
  }

  stop() {
    for (const {worker} of this.strips) worker.terminate();
  }

  resize(width, height, density) {
    this.density = density;
    sizeCanvas(this.canvas, width, height, density);
  }

  /** Whether these panes are light alone: marks, bands, maps and live frames are the shader's. */
  canDraw(panes) {
    return panes.every(({layers, look}) => !look.falseColour && look.marks === 0
      && layers.every(({source, view}) => (source === 'light' || source === 'gain') && !view.pq));
  }

  /** Draws panes as `Renderer.draw` does, when the strips have come back: `onput` then gets the number. */
  draw(panes, number) {
    if (this.running) this.next = {panes, number};
    else this.begin(panes, number);
  }

  /** Resolves when the last drawing is on the canvas. */
  finish() {
    return this.running ? new Promise(done => this.idle.push(done)) : Promise.resolve();
  }

  begin(panes, number) {
    const {width, height} = this.canvas;
    this.running = {ticket: ++this.count, number, width, height, missing: this.strips.length};
    const jobs = panes.map(pane => this.job(pane));
    this.strips.forEach((strip, index) => {
      const top = Math.floor(height * index / this.strips.length);
      const bottom = Math.floor(height * (index + 1) / this.strips.length), size = width * (bottom - top) * 4;
      for (const pane of panes) for (const layer of pane.layers) this.give(strip, layer);
      strip.top = top;
      const buffer = strip.buffer?.byteLength === size ? strip.buffer : new ArrayBuffer(size);
      strip.buffer = null;
      strip.worker.postMessage({ticket: this.count, buffer, width, top, bottom, panes: jobs}, [buffer]);
    });
  }

  job({viewport, clip, matrix, layers, look}) {
    const place = this.device(viewport), output = this.wide ? TO_P3 : TO_SRGB, made = new Map();
    const tables = gain => {
      if (!made.has(gain)) made.set(gain, lookTables(look, gain, output));
      return made.get(gain);
    };
    return {clip: this.inside(this.device(clip)), layers: layers.map(layer => ({
      ...sampling(layer, place, matrix), view: this.id(layer.view), map: layer.map ? this.id(layer.map) : null,
      gain: layer.map ? layer.gain : null, area: this.inside(covered(layer.rect, place, matrix), this.device(clip)),
      tables: tables(layer.map ? layer.gain : null)}))};
  }

  /** CSS pixels to device pixels, both from the top, rounded as the shader's viewport is. */
  device({x, y, width, height}) {
    const d = this.density, {height: h} = this.canvas, left = Math.round(x * d), bottom = Math.round(h - (y + height) * d);
    const w = Math.round((x + width) * d) - left, tall = Math.round(height * d);
    return {x0: left, y0: h - bottom - tall, x1: left + w, y1: h - bottom};
  }

  inside({x0, y0, x1, y1}) {
    const {width, height} = this.canvas;
    return {x0: Math.max(x0, 0), y0: Math.max(y0, 0), x1: Math.min(x1, width), y1: Math.min(y1, height)};
  }

  // MARK: what the workers know

  id(view) {
    // Never the number of a view that is gone: workers may still have light under it.
    if (!this.ids.has(view)) this.ids.set(view, ++this.lastId);
    return this.ids.get(view);
  }

  give(strip, {view, map}) {
    for (const each of [view, map]) {
      if (!each || strip.known.has(this.id(each))) continue;
      const {data, width, height} = each;
      strip.worker.postMessage({id: this.id(each), view: {data, width, height}});
      strip.known.add(this.id(each));
      this.passes.sent += data.byteLength;
    }
  }

  forget(view) {
    const id = this.ids.get(view);
    if (id === undefined) return;
    this.ids.delete(view);
    for (const strip of this.strips) if (strip.known.delete(id)) strip.worker.postMessage({forget: id});
  }

  // MARK: what comes back

  computed(strip, {ticket, buffer, prepares}) {
    const {running} = this;
    strip.buffer = buffer;
    this.passes.prepared += prepares;
    if (ticket !== running?.ticket || --running.missing > 0) return;
    this.running = null;
    // A canvas that has another size now is drawn anew anyway.
    if (this.canvas.width === running.width && this.canvas.height === running.height) this.put(running);
    if (this.next) {
      const {next} = this;
      this.next = null;
      this.begin(next.panes, next.number);
    } else for (const done of this.idle.splice(0)) done();
  }

  put({width, number}) {
    this.passes.drawn += 1;
    for (const {buffer, top} of this.strips) {
      if (!buffer.byteLength) continue;
      const pixels = new ImageData(new Uint8ClampedArray(buffer), width, buffer.byteLength / width / 4,
        {colorSpace: this.wide ? 'display-p3' : 'srgb'});
      this.context.putImageData(pixels, 0, top);
    }
    this.onput?.(number);
  }

  /** Light as float32 RGBA, as `Renderer.readLight` gives it: the same rows, without the canvas's codes. */
  readLight(layers, look, width, height, matrix) {
    const place = {x0: 0, y0: 0, x1: width, y1: height}, out = new Float32Array(width * height * 4), row = rowOf(width);
    for (const layer of layers) {
      const area = covered(layer.rect, place, matrix);
      const light = prepare({...layer, ...sampling(layer, place, matrix)}, area);
      const tables = lookTables(look, layer.map ? layer.gain : null, null);
      for (let y = area.y0; y < area.y1; y++) {
        shade(light, tables, y, row);
        for (let x = area.x0; x < area.x1; x++) {
          out.set(row.light.subarray((x - area.x0) * 3, (x - area.x0) * 3 + 3), (y * width + x) * 4);
          out[(y * width + x) * 4 + 3] = 1;
        }
      }
    }
    return out;
  }
}

// MARK: places

/** From device pixels of a place of the canvas to pixels of a file: [a, b, c, d, e, f] of x' = a x + b y + c. */
function toFile({x0, y0, x1, y1}, m) {
  const width = x1 - x0, height = y1 - y0;
  // Clip space to device pixels, and that undone.
  const a = m[0] * width / 2, b = m[3] * width / 2, c = (m[6] + 1) * width / 2 + x0;
  const d = -m[1] * height / 2, e = -m[4] * height / 2, f = (1 - m[7]) * height / 2 + y0, area = a * e - b * d;
  return {forward: [a, b, c, d, e, f], back: [e / area, -b / area, (b * f - e * c) / area, -d / area, a / area,
    (d * c - a * f) / area]};
}

/** Where a layer's texels lie under the canvas's pixels. */
function sampling({view, rect, nearest, map, size}, place, matrix) {
  const {back} = toFile(place, matrix);
  const texel = scaled(back, view, rect), mapTexel = map ? scaled(back, map, {x: 0, y: 0, ...size}) : null;
  return {texel, mapTexel, nearest};
}

function scaled([a, b, c, d, e, f], view, rect) {
  const across = view.width / rect.width, down = view.height / rect.height;
  return [a * across, b * across, (c - rect.x) * across, d * down, e * down, (f - rect.y) * down];
}

/** The device pixels whose middle lies in a rectangle of the file. */
function covered(rect, place, matrix) {
  const [a, b, c, d, e, f] = toFile(place, matrix).forward;
  const corners = [[rect.x, rect.y], [rect.x + rect.width, rect.y + rect.height]];
  const xs = corners.map(([x, y]) => a * x + b * y + c), ys = corners.map(([x, y]) => d * x + e * y + f);
  const edge = value => Math.ceil(value - 0.5);
  return {x0: Math.max(edge(Math.min(...xs)), place.x0), y0: Math.max(edge(Math.min(...ys)), place.y0),
    x1: Math.min(edge(Math.max(...xs)), place.x1), y1: Math.min(edge(Math.max(...ys)), place.y1)};
}
