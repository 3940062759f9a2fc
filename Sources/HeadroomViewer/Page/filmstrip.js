// The filmstrip: elements only for what is near the screen, embedded previews at once, HDR thumbnails when a place has
// been on screen for a moment. Thumbnails wait in a line, so that the picture itself never waits for them.

import * as api from './api.js';
import {byId, el} from './dom.js';
import {Line} from './line.js';
import {set, state, watch} from './state.js';

const CELL = 104, MARGIN = 6, DWELL = 120, SIZE = 256;

export class Filmstrip {
  constructor(files) {
    this.files = files;
    this.cells = new Map();
    this.line = new Line(3);
    this.track = el('div', {class: 'track', role: 'listbox', tabindex: '0', 'aria-label': 'Files',
      'aria-orientation': 'horizontal', onkeydown: event => this.key(event)});
    this.scroller = byId('filmstrip');
    this.scroller.append(this.track);
    this.scroller.addEventListener('scroll', () => this.update(), {passive: true});
    this.scroller.addEventListener('wheel', event => this.wheel(event), {passive: false});
    this.observer = new IntersectionObserver(seen => seen.forEach(entry => this.seen(entry)),
      {root: this.scroller, rootMargin: '0px 104px'});
    new ResizeObserver(() => this.update()).observe(this.scroller);
    watch(['file', 'compare'], (now, changed) => { this.mark(); if (changed.includes('file')) this.show(now.file); });
  }

  /** Makes the cells that are near the screen and drops the others. */
  update() {
    this.track.style.width = this.files.total * CELL + 'px';
    const from = Math.max(0, Math.floor(this.scroller.scrollLeft / CELL) - MARGIN);
    const to = Math.min(this.files.total, Math.ceil((this.scroller.scrollLeft + this.scroller.clientWidth) / CELL) + MARGIN);
    const wanted = new Map(this.files.slice(from, to).map((file, index) => [file?.id, {file, index: from + index}]));
    for (const [id, cell] of this.cells) if (wanted.get(id)?.file.v !== cell.file.v) this.drop(id, cell);
    for (const [id, {file, index}] of wanted) if (file) this.place(this.cells.get(id) ?? this.make(file), index);
    this.mark();
  }

  make(file) {
    const image = el('img', {alt: '', class: 'limit-constrained', draggable: 'false'});
    const node = el('div', {class: 'cell', role: 'option', id: 'cell-' + file.id, title: file.name,
      onclick: event => this.choose(file, event)}, el('div', {class: 'thumb'}, image), el('span', {}, file.name));
    const cell = {file, node, image};
    node.cell = cell;
    this.cells.set(file.id, cell);
    this.track.append(node);
    this.observer.observe(node);
    cell.leavePreview = this.line.enter(() => this.load(cell, api.previewURL(file), 'preview'), true);
    return cell;
  }

  place(cell, index) {
    cell.node.style.left = index * CELL + 'px';
    cell.node.setAttribute('aria-posinset', index + 1);
    cell.node.setAttribute('aria-setsize', this.files.total);
  }

  drop(id, cell) {
    cell.leavePreview?.();
    cell.leave?.();
    clearTimeout(cell.timer);
    this.observer.unobserve(cell.node);
    cell.image.removeAttribute('src');
    cell.node.remove();
    this.cells.delete(id);
  }

  /** A place on screen for a moment gets its HDR thumbnail; one that goes by does not. */
  seen({target, isIntersecting}) {
    const {cell} = target;
    clearTimeout(cell.timer);
    if (!isIntersecting) return cell.leave?.();
    if (cell.loaded !== 'thumbnail') cell.timer = setTimeout(() => {
      cell.leave = this.line.enter(() => this.load(cell, api.thumbnailURL(cell.file, SIZE), 'thumbnail'));
    }, DWELL);
  }

  async load(cell, url, kind) {
    if (cell.loaded === 'thumbnail' || !cell.node.isConnected) return;
    const image = el('img', {alt: '', class: 'limit-constrained', draggable: 'false', src: url});
    try {
      await image.decode();
    } catch {
      if (kind === 'thumbnail') cell.node.classList.add('failed');
      return;
    }
    if (cell.loaded === 'thumbnail') return;
    cell.loaded = kind;
    cell.image.replaceWith(image);
    cell.image = image;
  }

  /** The little picture of a file that is loaded; null before there is one. */
  pictureOf(id) {
    return this.cells.get(id)?.image.getAttribute('src') ?? null;
  }

  choose(file, event) {
    set(event.altKey ? {compare: file.id} : {file: file.id});
  }

  mark() {
    const now = state();
    for (const [id, {node}] of this.cells) {
      node.setAttribute('aria-selected', id === now.file);
      node.classList.toggle('compared', id === now.compare);
    }
    if (this.cells.has(now.file)) this.track.setAttribute('aria-activedescendant', 'cell-' + now.file);
    else this.track.removeAttribute('aria-activedescendant');
  }

  /** Brings a file's place into sight. */
  show(id) {
    const index = this.files.index(id);
    if (index < 0) return;
    const left = index * CELL, {scrollLeft, clientWidth} = this.scroller;
    if (left < scrollLeft || left + CELL > scrollLeft + clientWidth) {
      this.scroller.scrollTo({left: left - (clientWidth - CELL) / 2, behavior: 'instant'});
    }
    this.update();
  }

  step(by) {
    const {items} = this.files, at = this.files.index(state().file);
    const next = items[Math.min(Math.max(at + by, 0), this.files.total - 1)];
    if (next) set({file: next.id});
  }

  key(event) {
    const by = {ArrowLeft: -1, ArrowRight: 1, PageUp: -8, PageDown: 8, Home: -1e9, End: 1e9}[event.key];
    if (by === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }

  /** A vertical wheel scrolls the strip too. */
  wheel(event) {
    if (Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
    event.preventDefault();
    this.scroller.scrollLeft += event.deltaY;
  }
}
