// The light behind the filters, rendered by the server. While a value moves it comes as drafts: one on its way at a time,
// then the newest that is wanted, whatever came between. After a rest it comes from the file's own pixels; that is called
// off as soon as something moves again.

import * as api from './api.js';
import {activeFilters} from './filter-text.js';

const DRAFT = 1024, EXACT = 1600, REST = 250;

/** A described file with the filters of the state on it: another picture, for which no gain map speaks any more. */
export function withFilters(file, text) {
  const filters = file ? activeFilters(text) : '';
  if (!filters) return file;
  return {...file, filters, kind: 'filtered', gain: null, weighted: file.kind === 'gainMap'};
}

export class FilteredLight {
  /** `arrived` is called with each new view. */
  constructor(arrived, forget) {
    Object.assign(this, {arrived, forget, slots: new Map(), trouble: '', milliseconds: 0});
  }

  get isDraft() {
    return [...this.slots.values()].some(slot => slot.view?.draft);
  }

  get busy() {
    return [...this.slots.values()].some(slot => slot.running);
  }

  clear() {
    for (const slot of this.slots.values()) {
      clearTimeout(slot.timer);
      slot.abort?.abort();
      slot.gone = true;
      if (slot.view) this.forget(slot.view);
    }
    this.slots.clear();
    this.trouble = '';
  }

  /** The newest view there is for a look; null before the first. `stops` is the display that a gain map is weighted for. */
  view(file, look, stops) {
    const name = file.weighted ? look : 'light', wanted = `${file.filters}\n${stops}`;
    if (!this.slots.has(name)) this.slots.set(name, {view: null, wanted: null, running: null});
    const slot = this.slots.get(name);
    if (slot.wanted !== wanted) {
      Object.assign(slot, {wanted, file, stops});
      clearTimeout(slot.timer);
      if (slot.exact) slot.abort.abort();
      if (!slot.running) this.next(slot);
    }
    return slot.view;
  }

  /** Brings what is wanted: a draft first where the picture is large. */
  async next(slot) {
    const {file, wanted, stops} = slot, large = Math.max(file.width, file.height) > DRAFT;
    await this.bring(slot, {file, wanted, stops, draft: large});
    if (slot.gone) return;
    if (slot.wanted !== wanted) return this.next(slot);
    if (large && slot.view?.draft && !this.trouble) slot.timer = setTimeout(() => this.settle(slot), REST);
  }

  /** All pixels of the file. Who moves something meanwhile calls it off and gets a draft. */
  async settle(slot) {
    const {file, wanted, stops} = slot;
    slot.exact = true;
    await this.bring(slot, {file, wanted, stops, draft: false});
    if (!slot.gone && slot.wanted !== wanted) this.next(slot);
  }

  /** A picture of few pixels has no draft and is never called off: it would not get anywhere. */
  async bring(slot, {file, wanted, stops, draft}) {
    slot.abort = new AbortController();
    slot.running = wanted;
    const began = performance.now();
    this.onchange?.();
    try {
      const view = await api.light(file, {max: draft ? DRAFT : EXACT, draft, stops}, slot.abort.signal);
      if (slot.gone) return;
      if (slot.view) this.forget(slot.view);
      slot.view = {...view, draft, wanted};
      this.trouble = '';
      this.milliseconds = performance.now() - began;
    } catch (error) {
      if (error.name !== 'AbortError' && slot.wanted === wanted) this.trouble = error.message;
    }
    slot.running = null;
    slot.exact = false;
    this.onchange?.();
    if (!slot.gone) this.arrived(slot.view);
  }
}
