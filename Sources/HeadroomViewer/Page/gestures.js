// Mouse, touch and pen on the stage: drag pans, the wheel and two fingers zoom, Shift and drag marks a region.

import {pixelUnder} from './overlay.js';
import {set, state} from './state.js';

export class Gestures {
  constructor(stage, {onhover, onpick, onregion}) {
    Object.assign(this, {stage, onhover, onpick, onregion});
    this.pointers = new Map();
    const {element} = stage, on = (name, action) => element.addEventListener(name, action, {passive: false});
    on('pointerdown', event => this.down(event));
    on('pointermove', event => this.move(event));
    on('pointerup', event => this.up(event));
    on('pointercancel', event => this.up(event));
    on('pointerleave', () => this.onhover(null));
    on('wheel', event => this.wheel(event));
    on('dblclick', event => this.toggleZoom(event));
  }

  place(event) {
    const box = this.stage.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button !== 0 || event.target.closest('button')) return;
    this.stage.element.setPointerCapture(event.pointerId);
    const at = this.place(event);
    this.pointers.set(event.pointerId, at);
    this.moved = 0;
    this.from = event.shiftKey || this.marking ? this.stage.fileAt(...at) : null;
  }

  move(event) {
    const at = this.place(event), before = this.pointers.get(event.pointerId);
    this.onhover(pixelUnder(this.stage, ...at));
    if (!before) return;
    this.moved += Math.abs(at[0] - before[0]) + Math.abs(at[1] - before[1]);
    if (this.pointers.size === 2) this.pinch(event.pointerId, at);
    else if (this.from) this.mark(at, false);
    else this.stage.panBy(at[0] - before[0], at[1] - before[1]);
    this.pointers.set(event.pointerId, at);
  }

  up(event) {
    const at = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!at) return;
    if (this.from && this.moved > 3) this.mark(at, true);
    else if (this.moved <= 3 && event.type === 'pointerup') this.onpick(pixelUnder(this.stage, ...at));
    this.from = null;
  }

  /** Two fingers: their distance zooms, their middle pans. */
  pinch(id, at) {
    const other = [...this.pointers].find(([key]) => key !== id)[1], before = this.pointers.get(id);
    const length = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    const middle = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    this.stage.panBy((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    this.stage.zoomBy(length(at, other) / length(before, other), ...middle);
  }

  mark(at, done) {
    const {file} = this.stage, to = this.stage.fileAt(...at);
    if (!file) return;
    const edge = (value, limit) => Math.min(Math.max(Math.round(value), 0), limit);
    const xs = [this.from[0], to[0]].map(x => edge(x, file.width)).sort((a, b) => a - b);
    const ys = [this.from[1], to[1]].map(y => edge(y, file.height)).sort((a, b) => a - b);
    const rect = {x: xs[0], y: ys[0], width: xs[1] - xs[0], height: ys[1] - ys[0]};
    if (!rect.width || !rect.height) return;
    set({rect});
    if (done) this.onregion(rect);
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.stage.zoomBy(2 ** (-event.deltaY * lines / 300), ...this.place(event));
  }

  toggleZoom(event) {
    if (state().zoom === null) this.stage.actual(...this.place(event));
    else this.stage.fit();
  }
}
