// The panel "Scopes". Exact counts come from the library; while something is dragged, and for light as a display shows
// it, a worker counts the view that is in memory.

import * as api from './api.js';
import {el, segmented, setText} from './dom.js';
import {lookParameters, wishedStops} from './looks.js';
import {PLOTS, wait} from './scope-plots.js';
import {unpacked} from './scope-bins.js';
import {set, state, watch} from './state.js';

const KINDS = [['histogram', 'Histogram'], ['waveform', 'Waveform'], ['parade', 'Parade'], ['xy', 'xy'], ['uv', 'u′v′'],
  ['vectorscope', 'Vectors']];
const SETTLED = 180;

export class Scopes {
  constructor(stage) {
    this.stage = stage;
    this.canvas = el('canvas', {role: 'img', class: 'scope'});
    this.note = el('p', {class: 'hint'});
    this.kind = segmented('Scope', KINDS, state().scope, value => set({scope: value}));
    this.axis = segmented('Axis', [['nits', 'cd/m²'], ['pq', 'PQ'], ['hlg', 'HLG']], state().axis, value => set({axis: value}));
    this.source = segmented('Light of', [['file', 'The file', 'With the exposure'],
      ['display', 'The display', 'As a display of the chosen headroom shows it']],
    state().measure, value => set({measure: value}));
    const pair = el('div', {class: 'pair'}, this.axis, this.source);
    this.content = el('div', {class: 'stack'}, this.kind, this.canvas, pair, this.note);
    this.ticket = this.cleared = 0;
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    watch(['scope', 'axis'], () => this.draw());
    watch(['exposure', 'measure', 'rect', 'filters'], () => this.update());
    // The file's light does not depend on the display.
    watch(['headroom', 'layer', 'weight', 'policy'], now => { if (now.measure === 'display') this.update(); });
  }

  get open() {
    return this.canvas.isConnected && this.canvas.offsetParent !== null;
  }

  /** Another file: no count that is still on its way is one of it. */
  clear() {
    this.asking?.abort();
    this.counts = this.sent = this.exact = null;
    this.cleared = ++this.ticket;
    clearTimeout(this.timer);
    setText(this.note, '');
    this.draw();
    this.update();
  }

  /** Samples at once, and asks for all of it when nothing has changed for a moment. */
  update() {
    clearTimeout(this.timer);
    this.ticket += 1;
    const {file} = this.stage, {ticket} = this;
    if (!this.open || !file) return;
    this.sample(file, 2);
    this.timer = setTimeout(() => this.settle(file, ticket), SETTLED);
  }

  /** The light as it is dragged, from the worker. */
  sample(file, step) {
    const shown = state().measure === 'display' ? 'display' : 'hdr';
    const view = this.stage.lightOf(file, shown), look = this.look(file);
    if (!view || !look) return;
    if (!this.send(file, view, look.weight < 1)) return;
    this.worker.postMessage({ticket: this.ticket, look, step, rect: this.viewRect(file, view)});
  }

  /** Hands the worker what it has not got; false while the map is on its way. */
  send(file, view, weighted) {
    const map = weighted ? this.stage.mapOf(file, false) : null;
    if (weighted && !map) return false;
    if (!this.worker) {
      this.worker = new Worker('/page/scopes-worker.js', {type: 'module'});
      this.worker.onmessage = ({data}) => this.counted(data);
    }
    if (this.sent !== view || this.sentMap !== map) this.worker.postMessage({view, map, gain: file.gain ?? null});
    this.sent = view;
    this.sentMap = map;
    return true;
  }

  look(file) {
    const now = state();
    if (now.measure === 'file') return {exposure: now.exposure, table: null, peak: Infinity, weight: 1};
    const look = lookParameters(now, 'display', file, this.stage.sources);
    return look && {exposure: look.exposure, table: look.table, peak: look.peak, weight: look.weight};
  }

  viewRect(file, view) {
    const {rect} = state();
    if (!rect) return null;
    const x = Math.floor(rect.x * view.width / file.width), y = Math.floor(rect.y * view.height / file.height);
    return {x, y, width: Math.max(1, Math.min(view.width - x, Math.round(rect.width * view.width / file.width))),
      height: Math.max(1, Math.min(view.height - y, Math.round(rect.height * view.height / file.height)))};
  }

  counted({ticket, step, scopes}) {
    // Neither an older question's counts, nor a sample after all of it has come.
    if (ticket <= this.cleared || (ticket < this.ticket && this.counts) || ticket === this.exact) return;
    this.show(scopes, step > 1 ? 'Sampled: every second pixel of the view.' : 'Every pixel of the view in memory.');
  }

  async settle(file, ticket) {
    const now = state();
    if (now.measure === 'display') return this.sample(file, 1);
    this.asking?.abort();
    this.asking = new AbortController();
    try {
      const answer = await api.scopes(file, {rect: now.rect, exposure: now.exposure}, this.asking.signal);
      if (ticket !== this.ticket) return;
      this.exact = ticket;
      this.show(unpacked(answer), 'Every pixel of the file.');
    } catch (error) {
      if (error.name !== 'AbortError' && ticket === this.ticket) setText(this.note, error.message);
    }
  }

  show(counts, note) {
    this.counts = counts;
    setText(this.note, note);
    this.draw();
  }

  draw() {
    const now = state();
    this.kind.select(now.scope);
    this.axis.select(now.axis);
    this.source.select(now.measure);
    this.axis.hidden = !['waveform', 'parade'].includes(now.scope);
    const tall = ['xy', 'uv', 'vectorscope'].includes(now.scope);
    this.canvas.classList.toggle('tall', tall);
    const size = {width: this.canvas.clientWidth, height: this.canvas.clientHeight};
    if (!size.width) return;
    this.canvas.width = size.width * devicePixelRatio;
    this.canvas.height = size.height * devicePixelRatio;
    const context = this.canvas.getContext('2d');
    context.scale(devicePixelRatio, devicePixelRatio);
    this.canvas.setAttribute('aria-label', this.words(now));
    if (this.counts) PLOTS[now.scope](context, size, this.counts, {axis: now.axis, headroom: wishedStops(now)});
    else wait(context, size, this.stage.file || this.stage.opening ? 'Counting pixels…' : '');
  }

  /** What a screen reader hears instead of the plot. */
  words(now) {
    const name = KINDS.find(([kind]) => kind === now.scope)[1];
    if (!this.counts) return name;
    const {first, step, y} = this.counts.histogram, total = y.reduce((sum, count) => sum + count, 0) || 1;
    const white = Math.round(-first / step), above = y.slice(white).reduce((sum, count) => sum + count, 0);
    return `${name}: ${(above / total * 100).toFixed(1)} % of the pixels are brighter than white`;
  }
}
