// The light of files, fetched once and kept: overviews, tiles for zoomed views, bases, maps, tone maps, error maps.
// At most a few pictures are kept; what goes is forgotten by the renderer too.

import * as api from './api.js';

export const OVERVIEW = 1600;
const FINE_MAP = 4096;
const KEPT = 8, TABLES = 256;

export class Sources {
  constructor(forget) {
    this.forget = forget;
    this.views = new Map();
    this.tables = new Map();
  }

  /** The whole picture, its longest side at most 1,600 pixels. */
  overview(file) {
    return this.kept(`light ${file.id} ${file.v} ${file.layerName}`, () => api.light(file, {max: OVERVIEW}));
  }

  /** A rectangle of the file, pixel for pixel where it fits. */
  tile(file, rect, stops = null) {
    const part = `${rect.x},${rect.y},${rect.width},${rect.height}`;
    const key = `tile ${file.id} ${file.v} ${file.layerName} ${part} ${stops} ${file.filters ?? ''}`;
    return this.kept(key, async () => ({...await api.light(file, {max: 2048, rect, stops}), rect}));
  }

  base(file) {
    return this.kept(`base ${file.id} ${file.v}`, () => api.base(file, OVERVIEW));
  }

  /** The map; finer where a part of the picture is looked at closely. */
  map(file, fine) {
    const max = fine ? FINE_MAP : OVERVIEW;
    return this.kept(`map ${file.id} ${file.v} ${max}`, () => api.map(file, max));
  }

  gainMap(file) {
    return this.kept(`gain ${file.id} ${file.v}`, () => api.gainMap(file.id));
  }

  error(a, b) {
    return this.kept(`error ${a.id} ${a.v} ${a.layerName} ${b.id} ${b.v} ${a.filters ?? ''}`, () => api.errorMap(a, b.id, OVERVIEW));
  }

  /** What was fetched under `key`, or the fetch under way. One that fails is not kept. */
  kept(key, fetching) {
    const known = this.views.get(key);
    this.views.delete(key);
    const entry = known ?? {promise: fetching(), value: null};
    this.views.set(key, entry);
    if (!known) {
      entry.promise.then(value => { entry.value = value; }, () => this.views.delete(key));
      this.drop();
    }
    return entry.promise;
  }

  drop() {
    while (this.views.size > KEPT) {
      const [key, entry] = this.views.entries().next().value;
      this.views.delete(key);
      entry.promise.then(view => this.forget(view), () => {});
    }
  }

  /** The tone map after an exposure, for every display; at once where it is known. */
  tone(file, exposure) {
    const key = `${file.id} ${file.v} ${file.layerName} ${exposure} ${file.filters ?? ''}`;
    if (!this.tables.has(key)) {
      if (this.tables.size >= TABLES) this.tables.delete(this.tables.keys().next().value);
      const entry = {value: null};
      entry.promise = api.tone(file, exposure).then(value => (entry.value = value));
      entry.promise.catch(() => this.tables.delete(key));
      this.tables.set(key, entry);
    }
    return this.tables.get(key);
  }
}
