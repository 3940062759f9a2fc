// The middle of the page: pictures at rest, the proof while something moves, and the view that both share.

import * as api from './api.js';
import {byId, el} from './dom.js';
import {captions} from './captions.js';
import {FilteredLight, withFilters} from './filtered.js';
import {clipMatrix, cssMatrix} from './geometry.js';
import {lookParameters, needsCanvas, picturesRenditions, restingPicture, settingsOf, tableRequest} from './looks.js';
import {paintOverlay} from './overlay.js';
import {Picture} from './picture.js';
import {Placeholder} from './placeholder.js';
import {Proof} from './proof.js';
import {Sources} from './sources.js';
import {StageLight, pictureKey} from './stage-light.js';
import {set, state, watch} from './state.js';

const REST = 150;  // ms after the last change until a picture takes the proof's place

export class Stage extends StageLight {
  constructor() {
    super();
    this.element = byId('stage');
    this.canvas = byId('proof');
    this.file = null;
    this.plain = null;  // the same without filters
    this.other = null;
    this.data = new Map();
    this.tiles = new Map();
    this.troubles = new Map();
    this.placeholder = new Placeholder(byId('placeholder'));
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
      this.renderer.onshown = () => this.unveil();
    } catch (error) {
      this.renderer = null;
      this.troubles.set('canvas', error.message);
    }
  }

  // MARK: the file

  /** Shows a file. `file` comes from the list (id, v, name); its description follows. `small` is a little picture of it that
      is at hand. Null where it cannot be read, or another file was opened meanwhile. */
  async open(file, small = null) {
    const ticket = this.close();
    this.opening = file;
    this.placeholder.show(small, 'Small preview');
    this.refresh();
    this.fetchEarly(file);
    try {
      const described = await this.described(file, state().layerName);
      if (!this.isCurrent(ticket)) return null;
      this.plain = described;
      this.file = withFilters(described, state().filters);
      if (!described.layerName) this.placeholder.refine(api.previewURL(described), 'Preview from the file');
      this.measure();
    } catch (error) {
      if (this.isCurrent(ticket)) this.troubles.set('file', error.message);
    }
    if (!this.isCurrent(ticket)) return null;
    this.opening = null;
    this.refresh();
    return this.file;
  }

  /** Lets go of everything of the former file. What was asked for it is not looked at when it comes: see `isCurrent`. */
  close() {
    this.ticket = {};
    this.file = this.plain = this.opening = null;
    this.forgetLight();
    this.hideProof();
    this.placeholder.clear();
    for (const kind of ['file', 'picture', 'light', 'filters']) this.troubles.delete(kind);
    for (const pane of this.panes) pane.picture.clear();
    return this.ticket;
  }

  /** Whether the file that was open when a ticket was taken still is. */
  isCurrent(ticket) {
    return ticket === this.ticket;
  }

  /** Asks for the picture before its size is known: the browser hands the same bytes out again a moment later. */
  fetchEarly(file) {
    const now = state(), untouched = now.headroom === 'screen' && now.exposure === 0 && !now.filters && !now.layerName;
    this.early = untouched && now.calibrated ? el('img', {src: api.pictureURL(file)}) : null;
  }

  async compareWith(file) {
    const ticket = this.otherTicket = {};
    this.other = null;
    this.troubles.delete('compare');
    this.tiles.clear();
    this.refresh();
    try {
      const other = file && await this.described(file);
      if (ticket === this.otherTicket) this.other = other;
    } catch (error) {
      if (ticket === this.otherTicket) this.troubles.set('compare', error.message);
    }
    this.refresh();
  }

  async described(file, layerName = '') {
    const calibrated = state().calibrated;
    const answer = {...await api.describe(file.id, layerName), name: file.name, layerName, calibrated};
    if (answer.kind === 'gainMap') answer.gain = await this.sources.gainMap(answer).catch(() => null);
    return answer;
  }

  /** How bright the picture is, which the headers of some files do not say: it sets the range of the slider. */
  async measure() {
    const ticket = this.ticket, asked = this.file;
    const brightness = await api.brightness(asked).catch(() => null);
    if (!brightness || !this.isCurrent(ticket) || asked.filters !== this.file?.filters) return;
    const {contentHeadroom, automaticStops, exposedStops} = brightness;
    this.file = {...this.file, contentHeadroom, automaticStops, exposedStops};
    if (!this.file.filters) this.plain = this.file;
    this.element.dispatchEvent(new Event('measured'));
    this.refresh();
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
    if (!this.file?.filters) {
      this.filtered.clear();
      if (this.file) this.element.dispatchEvent(new Event('measured'));
    } else if (before?.filters) this.file = {...this.file, width: before.width, height: before.height};
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
    if (view && !view.draft && this.file?.filters) this.measure();
    this.onlight?.('light', this.file, view);
    this.refresh();
  }

  // MARK: what is shown

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
    const named = this.possible(job.look), settings = settingsOf(now, named);
    const file = {compare: this.other, plain: this.plain}[named] ?? this.file;
    const look = named === 'compare' || named === 'plain' ? 'display' : named;
    const shown = {...job, pane, look, named, file, settings, resting: restingPicture(settings, look, file)};
    return {...shown, canvas: needsCanvas(settings, look, file) || !this.sharpEnough(shown)};
  }

  /** A look that this file has: without a map or a second file the display's. */
  possible(look) {
    if (look === 'map' && !this.file.gain) return 'display';
    return (look === 'compare' || look === 'error') && !this.other ? 'display' : look;
  }

  sharpEnough({pane: {picture}, resting, file}) {
    if (!picture.shows(resting.url)) return true;  // not known before it is there
    const resolution = picture.resolution(file);
    return resolution > 0.99 || this.view().zoom * devicePixelRatio < resolution * 1.25;
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
    const jobs = this.jobs = this.plan(), view = this.view();
    this.panes.forEach((pane, index) => this.placePane(pane, jobs[index], view));
    const proof = jobs.some(job => !this.atRest(job));
    this.loading = false;
    if (proof) this.drawProof(jobs, view);
    if (proof && this.drawn) this.showProof(jobs);
    else this.hideProof();
    this.tell();
    paintOverlay(this, jobs, view);
    this.onpaint?.(view);
  }

  tell() {
    this.placeholder.place(this.isEmpty, state());
    captions(this, this.jobs ?? []);
  }

  /** Whether nothing of the file is on screen yet. */
  get isEmpty() {
    return !this.panes[0].picture.shown && this.canvas.hidden && !this.troubles.size;
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
    pane.picture.belongTo(pictureKey(job.file));
    pane.picture.place(job.file, cssMatrix(view, job.viewport, 1), view.zoom);
    if (job.resting.original && !job.canvas) this.bring(job);
  }

  /** Whether the picture of a job is on screen and nothing has to be drawn over it. */
  atRest({canvas, resting, pane: {picture}}) {
    if (canvas) return false;
    return picture.shows(resting.url) || (resting.original && !picture.shown.includes('/rendition'));
  }

  rest() {
    if (!this.file || state().live) return;
    for (const job of this.plan()) {
      if (!job.canvas && (job.resting.original || this.settled(job))) this.bring(job);
    }
    this.fetchTiles();
  }

  /** Whether a rendition is worth making: not of a draft, nor where a proof is more honest. */
  settled({resting, file, settings}) {
    if (file.filters && (this.filtered.isDraft || this.filtered.busy)) return false;
    return resting.whole || picturesRenditions(settings);
  }

  async bring({pane, resting, file}) {
    const {ticket} = this;
    pane.picture.belongTo(pictureKey(file));
    try {
      if (pane.picture.wanted === resting.url && !pane.picture.shows(resting.url)) return;
      const fresh = !pane.picture.shows(resting.url);
      if (!await pane.picture.show(resting.url, resting.limit, file.name) || !this.isCurrent(ticket)) return;
      if (this.troubles.delete('picture') || fresh) this.refresh();
      if (fresh) this.warm();
    } catch (error) {
      if (!this.isCurrent(ticket)) return;
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

  // MARK: the proof

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

  /** Workers draw later, and until then the canvas has what was drawn for another moment or another file. So it comes into
      view with the first drawing that was begun after it was wanted for these files. */
  showProof(jobs) {
    const subject = jobs.map(({file}) => pictureKey(file)).join('\n');
    if (this.subject !== subject) Object.assign(this, {subject, firstDrawing: this.renderer.begun});
    this.unveil();
  }

  unveil() {
    const isOld = !this.subject || this.renderer.shown < this.firstDrawing;
    if (this.canvas.hidden === isOld) return;
    this.canvas.hidden = isOld;
    this.element.classList.toggle('proofing', !isOld);
    this.tell();
  }

  hideProof() {
    this.subject = null;
    this.canvas.hidden = true;
    this.element.classList.remove('proofing');
  }

  /** A job with its textures and parameters, or null while they are on their way. */
  layered(job, view) {
    const look = this.parameters(job), layers = this.layers(job);
    return look && layers && {...job, look, layers, matrix: clipMatrix(view, job.viewport)};
  }

  /** The shader's numbers. While a table is on its way the pane keeps its last one: a drag must not flicker. */
  parameters(job) {
    const {pane, file, named, settings} = job, key = `${pictureKey(file)} ${named}`;
    const look = lookParameters(settings, job.look, file, this.sources);
    if (look) pane.last = {key, look};
    else {
      this.exact = false;
      this.later(tableRequest(settings, job.look, file, this.sources).promise);
    }
    return look ?? (pane.last?.key === key ? pane.last.look : null);
  }
}
