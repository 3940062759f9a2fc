// The pixel under the pointer, or under the cursor that the keyboard moves. What is in memory shows at once; the exact
// values, with the file's own codes, come from the server a moment later.

import * as api from './api.js';
import {announce, el, setText} from './dom.js';
import {luminance} from './colour.js';
import {set, state} from './state.js';
import {nits, number, stops} from './units.js';

const ROWS = [['place', 'Pixel'], ['code', 'Code'], ['linear', 'Linear BT.2020'], ['srgb', 'Linear sRGB'],
  ['nits', 'Luminance'], ['stops', 'Over white'], ['gamut', 'Gamut'], ['delta', 'ΔE ITP']];
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
  }

  /** The pointer is over a pixel, or over none. */
  hover(pixel) {
    if (this.held) return;
    this.read(pixel);
  }

  /** A click holds a pixel; another click on it lets go. */
  pick(pixel) {
    const same = this.held && pixel && this.held.x === pixel.x && this.held.y === pixel.y;
    this.held = same || !pixel ? null : pixel;
    this.stage.cursor = this.held;
    this.stage.refresh();
    if (this.held) this.read(this.held, true);
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
    this.stage.refresh();
  }

  read(pixel, speak = false) {
    clearTimeout(this.timer);
    this.number += 1;
    if (!pixel) return;
    const light = this.stage.lightAt(pixel.x, pixel.y);
    setText(this.cells.place, `${pixel.x}, ${pixel.y}`);
    if (light) this.showLight(light);
    this.timer = setTimeout(() => this.ask(pixel, this.number, speak), WAIT);
  }

  showLight({rgb, exact}) {
    const about = exact ? '' : '≈ ';
    setText(this.cells.linear, about + rgb.map(value => number(value)).join('  '));
    setText(this.cells.nits, about + nits(luminance(rgb)));
    setText(this.cells.stops, about + overWhite(Math.log2(Math.max(...rgb))));
  }

  async ask(pixel, number, speak) {
    const {file} = this.stage;
    if (!file) return;
    try {
      const exact = await api.pixel(file, pixel.x, pixel.y);
      if (number === this.number && file === this.stage.file) this.showExact(exact, speak);
      await this.askDelta(pixel, number);
    } catch (error) {
      if (number === this.number) setText(this.cells.code, error.message);
    }
  }

  showExact(pixel, speak) {
    setText(this.cells.code, pixel.code && pixel.code.some(code => code !== null) ? pixel.code.join('  ') : 'none stored');
    setText(this.cells.linear, pixel.linear.map(value => number(value)).join('  ') + alpha(pixel.alpha));
    setText(this.cells.srgb, pixel.srgb.map(value => number(value)).join('  '));
    setText(this.cells.nits, number(pixel.nits, pixel.nits >= 100 ? 4 : 3) + ' cd/m²');
    setText(this.cells.stops, overWhite(pixel.stops));
    setText(this.cells.gamut, pixel.inSRGB ? 'inside sRGB' : pixel.inP3 ? 'outside sRGB, inside P3' : 'outside P3');
    if (speak) announce(`Pixel ${pixel.x}, ${pixel.y}: ${number(pixel.nits, 3)} candela, ${overWhite(pixel.stops)}`);
  }

  async askDelta({x, y}, ticket) {
    const {file, other} = this.stage;
    this.rows.delta.hidden = !other;
    if (!other) return;
    const answer = await api.comparePixel(file, other.id, x, y);
    if (ticket === this.number) setText(this.cells.delta, number(answer.deltaE, 4));
  }
}

const overWhite = value => value > -30 && Number.isFinite(value) ? stops(value) : 'black';
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

  async update() {
    const {file} = this.stage, rect = state().rect;
    for (const key of Object.keys(this.inputs)) this.inputs[key].value = rect ? rect[key] : '';
    if (!file) return this.facts.replaceChildren();
    const ticket = this.ticket = {};
    try {
      const answer = await api.statistics(file, rect);
      if (ticket === this.ticket) this.facts.replaceChildren(...statisticRows(answer));
    } catch (error) {
      if (ticket === this.ticket) this.facts.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }
}

function statisticRows(s) {
  const percent = value => number(value * 100, 3) + ' %', candela = value => number(value, value >= 100 ? 4 : 3) + ' cd/m²';
  return [['MaxCLL', candela(s.maxCLL)], ['99.99 %', candela(s.p9999)], ['MaxFALL', candela(s.maxFALL)],
    ['Smallest', number(s.minimum)], ['Largest', number(s.maximum) + '×'], ['Mean', number(s.mean)],
    ['Above white', percent(s.aboveWhite)], ['Outside sRGB', percent(s.outOfSRGB)], ['Outside P3', percent(s.outOfP3)]]
    .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)));
}
