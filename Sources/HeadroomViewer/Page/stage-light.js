// The light that the stage draws: layers of a look, made of what is in memory; what is missing is asked for.

import {NUMBERS_FROM} from './overlay.js';
import {contains, visibleRect} from './geometry.js';
import {halfPixel} from './halfs.js';
import {isBase, weightOf, weightingStops} from './looks.js';
import {showTroubles} from './captions.js';
import {StageView} from './stage-view.js';
import {state} from './state.js';

/** A picture whatever filters are on it: what is of another one must not be shown for it. */
export const pictureKey = ({id, v, layerName, calibrated}) => `${id} ${v} ${layerName} ${calibrated}`;

export class StageLight extends StageView {
  layers(job) {
    const {file, look, settings} = job, rect = {x: 0, y: 0, width: file.width, height: file.height};
    const nearest = this.view().zoom * devicePixelRatio >= 2;
    if (look === 'error') return this.errorLayers(rect);
    if (look === 'map') return this.withView(this.mapOf(file, false), view => [{source: 'map', view, rect, nearest: false}]);
    if (isBase(look, file)) return this.withView(this.viewOf('base', file, () => this.sources.base(file)), view =>
      [{source: 'light', view, rect, nearest: nearest && view.width === file.width}]);
    return this.lightLayers(file, rect, nearest, weightOf(settings, look, file) < 1, look);
  }

  /** The overview, the tile over it, both with the map where only a part of it is wanted. */
  lightLayers(file, rect, nearest, weighted, look) {
    const view = this.lightOf(file, look), tile = this.tiles.get(tileKey(file, look)), map = weighted ? this.mapOf(file, tile) : null;
    if (!view || (weighted && !map)) return null;
    const common = {source: map ? 'gain' : 'light', map, gain: file.gain, size: file};
    const whole = {...common, view, rect, nearest: nearest && view.width === file.width};
    return tile ? [whole, {...common, view: tile, rect: tile.rect, nearest}] : [whole];
  }

  /** The map, and the finer one as soon as it is there. */
  mapOf(file, fine) {
    const coarse = this.viewOf('map', file, () => this.sources.map(file, false));
    return (fine && this.viewOf('finemap', file, () => this.sources.map(file, true))) || coarse;
  }

  errorLayers(rect) {
    const {file, other} = this;
    // The map before stays until that of the newest filters is there: one on its way at a time.
    const known = this.data.get('errors') ?? {view: null, wanted: null, running: false}, pair = `${file.id} ${other.id}`;
    this.data.set('errors', known);
    if (known.pair !== pair) Object.assign(known, {pair, view: null, wanted: null});
    if (known.wanted !== (file.filters ?? '') && !known.running) this.fetchError(known, file, other);
    const {view} = known;
    return this.withView(view, view => [{source: 'error', view, rect, nearest: false, top: 32}]);
  }

  fetchError(known, file, other) {
    Object.assign(known, {wanted: file.filters ?? '', running: true});
    const {pair} = known, fetched = this.sources.error(file, other).finally(() => { known.running = false; });
    this.later(fetched.then(view => { if (known.pair === pair) known.view = view; }));
  }

  withView(view, make) {
    return view ? make(view) : null;
  }

  lightOf(file, look = 'hdr') {
    if (file.filters) return this.filtered.view(file, look, weightingStops(state(), look, file));
    return this.viewOf('light', file, () => this.sources.overview(file));
  }

  /** A view that is there, or null and a new drawing when it has come. */
  viewOf(kind, file, fetching) {
    const key = kind + file.id, known = this.data.get(key), {ticket} = this;
    if (known) return known.value;
    const entry = {value: null};
    this.data.set(key, entry);
    this.later(fetching().then(view => {
      entry.value = view;
      if (this.isCurrent(ticket)) this.onlight?.(kind, file, view);
    }), () => setTimeout(() => { if (this.data.get(key) === entry) this.data.delete(key); }, 2000));
    return null;
  }

  /** Draws again when something has come, unless another file was opened meanwhile. */
  later(promise, failed) {
    const {ticket} = this;
    promise.then(() => {
      if (!this.isCurrent(ticket)) return;
      this.troubles.delete('light');
      this.refresh();
    }, error => {
      failed?.();
      if (error.name === 'AbortError' || !this.isCurrent(ticket)) return;
      this.troubles.set('light', error.message);
      showTroubles(this);
    });
  }

  /** Zoomed in, the part on screen pixel for pixel: for the proof, the numbers and the inspector. */
  async fetchTiles() {
    const {ticket} = this;
    for (const job of this.plan()) {
      await this.fetchTile(job).catch(error => { if (this.isCurrent(ticket)) this.troubles.set('light', error.message); });
    }
  }

  async fetchTile({file, canvas, viewport, look}) {
    const view = this.view(), overview = this.lightOf(file, look);
    const numbers = view.zoom >= NUMBERS_FROM;
    if (!overview || overview.width >= file.width || look === 'map' || look === 'error' || !(canvas || numbers)) return;
    if (view.zoom * devicePixelRatio < overview.width / file.width * 1.1) return;
    const seen = visibleRect(view, viewport, file), known = this.tiles.get(tileKey(file, look));
    if (!seen.width || !seen.height || (known && contains(known.rect, seen) && this.fine(known, view))) return;
    const margin = Math.ceil(Math.min(seen.width, seen.height) / 4);
    const tile = await this.sources.tile(file, visibleRect(view, viewport, file, margin), weightingStops(state(), look, file));
    const isShown = [this.file, this.plain, this.other].some(now => now && pictureKey(now) === pictureKey(file)
      && (now.filters ?? '') === (file.filters ?? ''));
    if (!isShown) return;
    this.tiles.set(tileKey(file, look), tile);
    this.refresh();
  }

  fine(tile, view) {
    return tile.width >= tile.rect.width || tile.width / tile.rect.width >= view.zoom * devicePixelRatio / 1.1;
  }

  // MARK: values

  /** Light of a pixel from what is in memory: {rgb, exact}; null where nothing is. */
  lightAt(x, y, file = this.file) {
    const tile = file && this.tiles.get(tileKey(file, 'hdr')), overview = file?.filters ? this.lightOf(file) : this.data.get('light' + file?.id)?.value;
    if (tile && contains(tile.rect, {x, y, width: 1, height: 1})) return sample(tile, tile.rect, x, y);
    return overview ? sample(overview, {x: 0, y: 0, width: file.width, height: file.height}, x, y) : null;
  }
}

/** Tiles of a file; behind filters those of a look, since a gain map under them is weighted for it. */
const tileKey = (file, look) => file.filters ? `${file.id} ${look} ${weightingStops(state(), look, file)}` : file.id;

function sample(view, rect, x, y) {
  const sx = Math.floor((x - rect.x + 0.5) * view.width / rect.width);
  const sy = Math.floor((y - rect.y + 0.5) * view.height / rect.height);
  if (sx < 0 || sy < 0 || sx >= view.width || sy >= view.height) return null;
  return {rgb: halfPixel(view, sx, sy), exact: view.width === rect.width};
}
