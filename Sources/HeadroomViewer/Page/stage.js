// The middle of the page: pictures at rest, the proof while something moves, and the view that both share.

import * as api from './api.js';
import {byId, el} from './dom.js';
import {captions, showTroubles} from './captions.js';
import {FilteredLight, withFilters} from './filtered.js';
import {clipMatrix, contains, cssMatrix, fitZoom, toFile, visibleRect} from './geometry.js';
import {halfPixel} from './halfs.js';
import {isBase, lookParameters, needsCanvas, picturesRenditions, restingPicture, tableRequest, weightOf, weightingStops}
  from './looks.js';
import {paintOverlay, NUMBERS_FROM} from './overlay.js';
import {Picture} from './picture.js';
import {Proof} from './proof.js';
import {Sources} from './sources.js';
import {set, state, watch} from './state.js';

const REST = 150;  // ms after the last change until a picture takes the proof's place

export class Stage {
  constructor() {
    this.element = byId('stage');
    this.canvas = byId('proof');
    this.file = null;
    this.plain = null;  // the same without filters
    this.other = null;
    this.data = new Map();
    this.tiles = new Map();
    this.troubles = new Map();
    this.makePanes();
    this.makeRenderer();
    new ResizeObserver(() => this.resized()).observe(this.element);
    watch(null, (_, changed) => this.changed(changed));
    matchMedia('(dynamic-range: high)').addEventListener('change', () => this.refresh());
    this.resized();
  }

  makePanes() {
    this.panes = ['a', 'b'].map(side => {
      const box = el('div', {class: 'pane'});
      byId('panes').append(box);
      const picture = new Picture(box);
      picture.onreplace = () => this.refresh();
      return {side, box, picture};
    });
  }

  /** Without a canvas pictures still show; what needs one says why it does not. */
  makeRenderer() {
    this.sources = new Sources(view => this.renderer?.forget(view));
    this.filtered = new FilteredLight(view => this.lightChanged(view), view => this.renderer?.forget(view));
    try {
      this.renderer = new Proof(this.canvas);
      this.renderer.onrestored = () => this.refresh();
    } catch (error) {
      this.renderer = null;
      this.troubles.set('canvas', error.message);
    }
  }

  // MARK: what is shown

  /** Shows a file. `file` comes from the list (id, v, name); its description follows. */
  async open(file) {
    this.opening = file.id;
    this.file = this.plain = null;
    this.forgetLight();
    for (const kind of ['file', 'picture', 'light', 'filters', 'upload']) this.troubles.delete(kind);
    for (const pane of this.panes) pane.picture.clear();
    this.refresh();
    this.fetchEarly(file);
    try {
      const described = await this.described(file, state().layerName);
      if (this.opening !== file.id) return null;
      this.plain = described;
      this.file = withFilters(described, state().filters);
      if (!described.layerName) this.panes[0].picture.preview(api.previewURL(described));
    } catch (error) {
      if (this.opening === file.id) this.troubles.set('file', error.message);
    }
    this.refresh();
    return this.file;
  }

  /** Asks for the picture before its size is known: the browser hands the same bytes out again a moment later. */
  fetchEarly(file) {
    const now = state();
    this.early = now.headroom === null && now.exposure === 0 && !now.filters && !now.layerName ? el('img', {src: api.pictureURL(file)}) : null;
  }

  async compareWith(file) {
    this.other = null;
    this.troubles.delete('compare');
    this.tiles.clear();
    try {
      if (file) this.other = await this.described(file);
    } catch (error) {
      this.troubles.set('compare', error.message);
    }
    this.refresh();
  }

  async described(file, layerName = '') {
    const answer = {...await api.describe(file.id, layerName), name: file.name, layerName};
    if (answer.kind === 'gainMap') answer.gain = await this.sources.gainMap(answer).catch(() => null);
    return answer;
  }

  forgetLight() {
    this.data.clear();
    this.tiles.clear();
    this.filtered.clear();
  }

  /** Other filters: what is on screen stays until the new light is there. */
  refilter() {
    this.tiles.clear();
    const before = this.file;
    this.file = withFilters(this.plain, state().filters);
    this.troubles.delete('filters');
    if (!this.file?.filters) this.filtered.clear();
    else if (before?.filters) this.file = {...this.file, width: before.width, height: before.height};
  }

  /** New light behind the filters, which may have another frame. */
  lightChanged(view) {
    const {picture} = view ?? {};
    if (picture && this.file?.filters && (picture.width !== this.file.width || picture.height !== this.file.height)) {
      this.file = {...this.file, ...picture};
      set({rect: null, cx: null, cy: null});
    }
    if (this.filtered.trouble && !view) this.troubles.set('filters', this.filtered.trouble);
    else this.troubles.delete('filters');
    this.onlight?.('light', this.file, view);
    this.refresh();
  }

  /** What each pane shows: the look, the file, and the part of the stage. */
  plan() {
    const now = state(), {width, height} = this.size, whole = {x: 0, y: 0, width, height};
    if (!this.file) return [];
    const first = {look: now.a, viewport: whole, clip: whole}, second = {look: now.b, viewport: whole, clip: whole};
    if (now.split === 'wipe') {
      const edge = Math.round(now.wipe * width);
      first.clip = {...whole, width: edge};
      second.clip = {...whole, x: edge, width: width - edge};
    } else if (now.split === 'side') {
      const half = Math.floor(width / 2);
      first.viewport = first.clip = {...whole, width: half - 1};
      second.viewport = second.clip = {...whole, x: half + 1, width: width - half - 1};
    }
    const jobs = now.split === 'one' ? [first] : [first, second];
    return jobs.map((job, index) => this.job(job, this.panes[index], now));
  }

  job(job, pane, now) {
    const look = this.possible(job.look), file = {compare: this.other, plain: this.plain}[look] ?? this.file;
    const shown = look === 'compare' || look === 'plain' ? 'display' : look;
    const canvas = needsCanvas(now, shown, file) || !this.sharpEnough(pane.picture, shown, file);
    return {...job, pane, look: shown, named: look, file, canvas, resting: restingPicture(now, shown, file)};
  }

  /** A look that this file has: without a map or a second file the display's. */
  possible(look) {
    if (look === 'map' && !this.file.gain) return 'display';
    return (look === 'compare' || look === 'error') && !this.other ? 'display' : look;
  }

  sharpEnough(picture, look, file) {
    const resting = restingPicture(state(), look, file);
    if (!picture.shows(resting.url)) return true;  // not known before it is there
    const resolution = picture.resolution(file);
    return resolution > 0.99 || this.view().zoom * devicePixelRatio < resolution * 1.25;
  }

  // MARK: the view

  get size() {
    return {width: this.element.clientWidth || 1, height: this.element.clientHeight || 1};
  }

  paneViewport() {
    const {width, height} = this.size;
    return {x: 0, y: 0, width: state().split === 'side' ? Math.floor(width / 2) - 1 : width, height};
  }

  /** The view, with fit and centre where the person chose none. */
  view() {
    const now = state(), file = this.file ?? {width: 1, height: 1};
    return {turns: now.turns, zoom: now.zoom ?? fitZoom(file, this.paneViewport(), now.turns),
      cx: now.cx ?? file.width / 2, cy: now.cy ?? file.height / 2};
  }

  /** The viewport under a point of the stage. */
  viewportAt(x) {
    const now = this.paneViewport();
    return state().split === 'side' && x > now.width ? {...now, x: now.width + 2} : now;
  }

  fileAt(x, y) {
    return toFile(this.view(), this.viewportAt(x), x, y);
  }

  /** Zooms, keeping the file's point under (x, y) of the stage. */
  zoomBy(factor, x = null, y = null) {
    if (!this.file) return;
    const viewport = this.viewportAt(x ?? 0), view = this.view();
    const at = [x ?? viewport.x + viewport.width / 2, y ?? viewport.y + viewport.height / 2];
    const [px, py] = toFile(view, viewport, ...at);
    const zoom = Math.min(Math.max(view.zoom * factor, 1 / 64), 128);
    const [qx, qy] = toFile({...view, zoom}, viewport, ...at);
    set({zoom, cx: view.cx + px - qx, cy: view.cy + py - qy});
  }

  panBy(dx, dy) {
    const view = this.view(), origin = {x: 0, y: 0, width: 0, height: 0};
    const [x, y] = toFile({...view, cx: 0, cy: 0}, origin, dx, dy);
    const inside = (value, limit) => Math.min(Math.max(value, 0), limit);
    if (this.file) set({cx: inside(view.cx - x, this.file.width), cy: inside(view.cy - y, this.file.height),
      zoom: view.zoom});
  }

  fit() {
    set({zoom: null, cx: null, cy: null});
  }

  /** One file pixel on one device pixel. */
  actual(x = null, y = null) {
    this.zoomBy(1 / devicePixelRatio / this.view().zoom, x, y);
  }

  resized() {
    const {width, height} = this.size;
    this.renderer?.resize(width, height, Math.min(devicePixelRatio, 2));
    const overlay = byId('overlay');
    overlay.width = Math.round(width * devicePixelRatio);
    overlay.height = Math.round(height * devicePixelRatio);
    this.refresh();
  }

  // MARK: drawing

  changed(keys) {
    if (keys.includes('filters')) this.refilter();
    this.exact = false;
    this.refresh();
  }

  /** Draws in the next frame, and brings pictures after a rest. */
  refresh() {
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.paint(); });
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.rest(), REST);
  }

  paint() {
    if (state().live) return;
    const jobs = this.plan(), view = this.view();
    this.panes.forEach((pane, index) => this.placePane(pane, jobs[index], view));
    const proof = jobs.some(job => !this.atRest(job));
    if (proof) this.drawProof(jobs, view);
    this.canvas.hidden = !proof || !this.drawn;
    this.element.classList.toggle('proofing', !this.canvas.hidden);
    captions(this, jobs, view, proof);
    paintOverlay(this, jobs, view);
    this.onpaint?.(view);
  }

  /** A file as it is comes at once; renditions wait for the rest. */
  placePane(pane, job, view) {
    pane.box.hidden = !job;
    if (!job) return;
    const {x, y, width, height} = job.viewport, {style} = pane.box;
    style.left = x + 'px';
    style.top = y + 'px';
    style.width = width + 'px';
    style.height = height + 'px';
    const [left, right] = [job.clip.x - x, x + width - job.clip.x - job.clip.width];
    style.clipPath = left || right ? `inset(0 ${right}px 0 ${left}px)` : 'none';
    pane.picture.place(job.file, cssMatrix(view, job.viewport, 1), view.zoom);
    if (job.resting.original && !job.canvas) this.bring(job);
  }

  /** Whether the picture of a job is on screen and nothing has to be drawn over it. */
  atRest(job) {
    const {picture} = job.pane;
    if (job.canvas) return false;
    return picture.shows(job.resting.url) || (job.resting.original && !picture.shown.includes('/rendition'));
  }

  rest() {
    if (!this.file || state().live) return;
    for (const job of this.plan()) {
      if (!job.canvas && (job.resting.original || this.settled(job))) this.bring(job);
    }
    this.fetchTiles();
  }

  /** Whether a rendition is worth making: not of a draft, nor where a proof is more honest. */
  settled({resting, file}) {
    if (file.filters && (this.filtered.isDraft || this.filtered.busy)) return false;
    return resting.whole || picturesRenditions(state());
  }

  async bring({pane, resting, file}) {
    try {
      if (pane.picture.wanted === resting.url && !pane.picture.shows(resting.url)) return;
      const fresh = !pane.picture.shows(resting.url);
      if (!await pane.picture.show(resting.url, resting.limit, file.name)) return;
      if (this.troubles.delete('picture') || fresh) this.refresh();
      if (fresh) this.warm();
    } catch (error) {
      this.troubles.set('picture', error.message);
      this.refresh();
    }
  }

  /** Fetches the light as soon as the picture is there: the slider then answers at once. */
  warm() {
    if (!this.file || !this.renderer) return;
    this.lightOf(this.file);
    if (this.file.gain) this.mapOf(this.file, false);
  }

  /** Draws what is there; a pane whose light is still on its way stays empty rather than show something else. */
  drawProof(jobs, view) {
    if (!this.renderer) return;
    this.exact = true;
    const ready = jobs.map(job => this.layered(job, view)).filter(job => job);
    this.loading = ready.length < jobs.length;
    this.drawn = ready.length > 0 && this.renderer.draw(ready);
    if (ready.length && !this.drawn) this.troubles.set('canvas', this.renderer.trouble);
    else this.troubles.delete('canvas');
    if (this.loading) this.exact = false;
  }

  /** A job with its textures and parameters, or null while they are on their way. */
  layered(job, view) {
    const look = this.parameters(job), layers = this.layers(job);
    return look && layers && {...job, look, layers, matrix: clipMatrix(view, job.viewport)};
  }

  /** The shader's numbers. While a table is on its way the pane keeps its last one: a drag must not flicker. */
  parameters(job) {
    const {pane, file, named} = job, key = `${file.id} ${named}`;
    const look = lookParameters(state(), job.look, file, this.sources);
    if (look) pane.last = {key, look};
    else {
      this.exact = false;
      this.later(tableRequest(state(), job.look, file, this.sources).promise);
    }
    return look ?? (pane.last?.key === key ? pane.last.look : null);
  }

  layers(job) {
    const {file, look} = job, rect = {x: 0, y: 0, width: file.width, height: file.height};
    const nearest = this.view().zoom * devicePixelRatio >= 2;
    if (look === 'error') return this.errorLayers(rect);
    if (look === 'map') return this.withView(this.mapOf(file, false), view => [{source: 'map', view, rect, nearest: false}]);
    if (isBase(look, file)) return this.withView(this.viewOf('base', file, () => this.sources.base(file)), view =>
      [{source: 'light', view, rect, nearest: nearest && view.width === file.width}]);
    return this.lightLayers(file, rect, nearest, weightOf(state(), look, file) < 1, look);
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
    const key = kind + file.id, known = this.data.get(key);
    if (known) return known.value;
    const entry = {value: null};
    this.data.set(key, entry);
    this.later(fetching().then(view => { entry.value = view; this.onlight?.(kind, file, view); }), () => {
      setTimeout(() => this.data.delete(key), 2000);
    });
    return null;
  }

  later(promise, failed) {
    promise.then(() => { this.troubles.delete('light'); this.refresh(); }, error => {
      failed?.();
      if (error.name === 'AbortError') return;
      this.troubles.set('light', error.message);
      showTroubles(this);
    });
  }

  /** Zoomed in, the part on screen pixel for pixel: for the proof, the numbers and the inspector. */
  async fetchTiles() {
    for (const job of this.plan()) await this.fetchTile(job).catch(error => this.troubles.set('light', error.message));
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
    if (![this.file, this.plain, this.other].includes(file)) return;
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
