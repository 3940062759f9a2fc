// Everything that `headroom info` knows of the file, as a tree of text.

import * as api from './api.js';
import {el} from './dom.js';
import {isHidden, readingOf, wordsFor} from './words.js';
import {number} from './units.js';

const DEEPEST = 12, LONGEST = 4000;

export class Metadata {
  constructor(stage) {
    this.stage = stage;
    this.content = el('div', {class: 'metadata'});
  }

  clear() {
    this.ticket = null;
    this.content.replaceChildren();
  }

  async update() {
    const {file} = this.stage, ticket = this.ticket = {};
    this.content.replaceChildren(el('p', {class: 'hint'}, file ? 'Reading the file…' : ''));
    if (!file) return;
    try {
      const facts = await api.information(file);
      if (ticket === this.ticket) this.content.replaceChildren(tree(facts, 0));
    } catch (error) {
      if (ticket === this.ticket) this.content.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }
}

/** A report as rows of words; `outer` is the key that it stands under. */
export function tree(value, depth = 0, outer = '') {
  const entries = Object.entries(value).filter(([key, entry]) => !isHidden(key, entry, value));
  return el('dl', {class: 'facts'}, entries.map(([key, entry]) => row(key, entry, depth, outer)));
}

function row(key, value, depth, outer) {
  const name = wordsFor(key, outer), nested = value !== null && typeof value === 'object' && !flat(value);
  if (nested && depth < DEEPEST) return el('div', {class: 'nested'}, el('dt', {}, name), el('dd', {}, tree(value, depth + 1, key)));
  return el('div', {}, el('dt', {}, name), el('dd', {}, leaf(value, readingOf(key, outer))));
}

const flat = value => Array.isArray(value) && value.every(entry => typeof entry !== 'object' || entry === null);

function leaf(value, reading) {
  if (Array.isArray(value)) return value.length ? alike(value).map(entry => leaf(entry, reading)).join(', ') : 'none';
  if (reading) return reading(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : number(value, 5);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).slice(0, LONGEST);
}

/** Three channels of one value are one. */
const alike = list => list.length === 3 && typeof list[0] === 'number' && list.every(value => value === list[0]) ? [list[0]] : list;
