// The pixel under the pointer, or under the cursor that the keyboard moves. What is in memory shows at once; the exact
// values, with the file's own codes, come from the server a moment later.

import * as api from './api.js';
import {announce, byId, el, setText} from './dom.js';
import {luminance} from './colour.js';
import {set, state} from './state.js';
import {WHITE, number, stops} from './units.js';

const ROWS = [['place', 'Pixel'], ['code', 'Code'], ['linear', 'Linear BT.2020'], ['srgb', 'Linear sRGB'],
  ['nits', 'Luminance'], ['stops', 'Over white'], ['gamut', 'Gamut'], ['delta', 'ΔE ITP']];
const LATER = ['code', 'srgb', 'gamut', 'delta'];  // what only the server knows
const WAIT = 80;

export class Inspector {
  constructor(stage) {
    this.stage = stage;
    this.cells = Object.fromEntries(ROWS.map(([key]) => [key, el('dd', {}, '–')]));
    this.rows = Object.fromEntries(ROWS.map(([key, name]) => [key, el('div', {}, el('dt', {}, name), this.cells[key])]));
    this.swatch = el('i', {class: 'swatch pixel'});
    this.content = el('div', {class: 'stack'},
      el('dl', {class: 'facts'}, Object.values(this.rows)),
      el('p', {class: 'hint'}, 'Point at the picture, or press I and move with the arrow keys. A click holds the pixel.'));
    this.rows.delta.hidden = true;
    this.number = 0;
    this.line = byId('readout');
  }

  /** The pointer is over a pixel, or over none. */
  hover(pixel) {
    if (this.held) return;
    if (pixel) this.read(pixel);
    else this.forget();
  }

  /** No number stays that is not of a pixel of this picture. */
  forget() {
    clearTimeout(this.timer);
    this.number += 1;
    this.pixel = null;
    for (const cell of Object.values(this.cells)) setText(cell, '–');
    setText(this.line, '');
  }

  /** Other light at the same place: filters, a layer, a second file to compare with. */
  again() {
    if (this.pixel) this.read(this.pixel, this.unspoken);
  }

  /** A click holds a pixel; another click on it lets go. */
  pick(pixel) {
    const same = this.held && pixel && this.held.x === pixel.x && this.held.y === pixel.y;
    this.held = same || !pixel ? null : pixel;
    this.stage.cursor = this.held;
    this.stage.refresh();
    if (this.held) this.read(this.held, true);
    else this.forget();
  }

  /** Moves the held pixel; the first call takes the middle of the view. */
  move(dx, dy) {
    const {file} = this.stage;
    if (!file) return;
    const view = this.stage.view(), from = this.held ?? {x: Math.floor(view.cx), y: Math.floor(view.cy)};
    const inside = (value, limit) => Math.min(Math.max(value, 0), limit - 1);
    this.held = {x: inside(from.x + dx, file.width), y: inside(from.y + dy, file.height)};
    this.stage.cursor = this.held;
    this.stage.refresh();
    this.read(this.held, true);
  }

  release() {
    this.held = null;
    this.stage.cursor = null;
    this.forget();
    this.stage.refresh();
  }

  read(pixel, speak = false) {
    clearTimeout(this.timer);
    this.number += 1;
    if (this.pixel?.x !== pixel.x || this.pixel?.y !== pixel.y) for (const key of LATER) setText(this.cells[key], '–');
    Object.assign(this, {pixel, unspoken: speak});
    const light = this.stage.lightAt(pixel.x, pixel.y), {file} = this.stage, {number} = this;
    setText(this.cells.place, `${pixel.x}, ${pixel.y}`);
    if (light) this.showLight(light);
    else setText(this.line, `${pixel.x}, ${pixel.y}`);
    if (file) this.timer = setTimeout(() => this.ask(file, pixel, number, speak), WAIT);
  }

  showLight({rgb, exact}) {
    const about = exact ? '' : '≈ ';
    this.showNumbers(rgb, luminance(rgb) * WHITE, Math.log2(Math.max(...rgb)), about);
  }

  /** What the panel says, and the line on the picture, where the eye is. */
  showNumbers(rgb, candela, over, about = '', suffix = '') {
    const light = about + rgb.map(value => number(value)).join('  ') + suffix, {x, y} = this.pixel;
    setText(this.cells.linear, light);
    setText(this.cells.nits, about + candelas(candela));
    setText(this.cells.stops, about + overWhite(over));
    setText(this.line, `${x}, ${y}   ${light}   ${candelas(candela)}   ${overWhite(over)}`);
  }

  async ask(file, pixel, ticket, speak) {
    try {
      const exact = await api.pixel(file, pixel.x, pixel.y);
      if (ticket !== this.number) return;
      this.showExact(exact, speak);
      await this.askDelta(file, pixel, ticket);
    } catch (error) {
      if (ticket === this.number) setText(this.cells.code, error.message);
    }
  }

  showExact(pixel, speak) {
    setText(this.cells.code, pixel.code && pixel.code.some(code => code !== null) ? pixel.code.join('  ') : 'none stored');
    setText(this.cells.srgb, pixel.srgb.map(value => number(value)).join('  '));
    this.showNumbers(pixel.linear, pixel.nits, pixel.stops ?? -Infinity, '', alpha(pixel.alpha));
    setText(this.cells.gamut, pixel.inSRGB ? 'inside sRGB' : pixel.inP3 ? 'outside sRGB, inside P3' : 'outside P3');
    this.unspoken = false;
    if (speak) announce(`Pixel ${pixel.x}, ${pixel.y}: ${number(pixel.nits, 3)} candela, ${overWhite(pixel.stops)}`);
  }

  async askDelta(file, {x, y}, ticket) {
    const {other} = this.stage;
    this.rows.delta.hidden = !other;
    if (!other) return;
    const answer = await api.comparePixel(file, other.id, x, y);
    if (ticket === this.number) setText(this.cells.delta, number(answer.deltaEITP, 4));
  }
}

const candelas = value => number(value, value >= 100 ? 4 : 3) + ' cd/m²';
const overWhite = value => Number.isFinite(value) && value > -30 ? stops(value) : 'black';
const alpha = value => value === null || value === undefined || value === 1 ? '' : `  α ${number(value, 3)}`;

/** Statistics of a region or of the whole picture, and its corners as numbers for the keyboard. */
export class Region {
  constructor(stage) {
    this.stage = stage;
    this.facts = el('dl', {class: 'facts'});
    this.inputs = Object.fromEntries(['x', 'y', 'width', 'height'].map(key => [key,
      el('input', {type: 'number', min: '0', step: '1', onchange: () => this.typed()})]));
    const clear = el('button', {type: 'button', onclick: () => set({rect: null})}, 'Whole picture');
    const names = {x: 'x', y: 'y', width: 'Width', height: 'Height'};
    const fields = Object.entries(this.inputs).map(([key, input]) => el('label', {}, names[key], input));
    this.content = el('div', {class: 'stack'}, el('div', {class: 'quad'}, fields), clear, this.facts,
      el('p', {class: 'hint'}, 'Shift and drag marks a region on the picture.'));
  }

  typed() {
    const value = key => Math.max(0, Math.floor(Number(this.inputs[key].value) || 0)), {file} = this.stage;
    if (!file) return;
    const x = Math.min(value('x'), file.width - 1), y = Math.min(value('y'), file.height - 1);
    const width = Math.min(value('width'), file.width - x), height = Math.min(value('height'), file.height - y);
    if (width && height) set({rect: {x, y, width, height}});
  }

  clear() {
    this.ticket = null;
    this.facts.replaceChildren();
  }

  async update() {
    const {file} = this.stage, rect = state().rect;
    for (const key of Object.keys(this.inputs)) this.inputs[key].value = rect ? rect[key] : '';
    const ticket = this.ticket = {};
    this.facts.replaceChildren();
    if (!file) return;
    try {
      const answer = await api.statistics(file, rect);
      if (ticket === this.ticket) this.facts.replaceChildren(...statisticRows(answer));
    } catch (error) {
      if (ticket === this.ticket) this.facts.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }
}

function statisticRows(s) {
  const percent = value => number(value * 100, 3) + ' %';
  return [['MaxCLL', candelas(s.maxCLL)], ['99.99 %', candelas(s.p9999)], ['MaxFALL', candelas(s.maxFALL)],
    ['Smallest', number(s.minimum)], ['Largest', number(s.maximum) + '×'], ['Mean', number(s.mean)],
    ['Above white', percent(s.aboveWhite)], ['Outside sRGB', percent(s.outOfSRGB)], ['Outside P3', percent(s.outOfP3)]]
    .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)));
}
