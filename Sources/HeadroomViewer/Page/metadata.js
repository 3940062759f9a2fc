// Everything that `headroom info` knows of the file, as a tree of text.

import * as api from './api.js';
import {el} from './dom.js';
import {number} from './units.js';

const DEEPEST = 12, LONGEST = 4000;

export class Metadata {
  constructor(stage) {
    this.stage = stage;
    this.content = el('div', {class: 'metadata'});
  }

  async update() {
    const {file} = this.stage, ticket = this.ticket = {};
    if (!file) return this.content.replaceChildren();
    try {
      const facts = await api.information(file.id);
      if (ticket === this.ticket) this.content.replaceChildren(tree(facts, 0));
    } catch (error) {
      if (ticket === this.ticket) this.content.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }
}

function tree(value, depth) {
  const entries = Object.entries(value).filter(([key, entry]) => key !== 'schema' && entry !== null);
  return el('dl', {class: 'facts'}, entries.map(([key, entry]) => row(words(key), entry, depth)));
}

function row(name, value, depth) {
  const nested = typeof value === 'object' && value !== null && !flat(value);
  if (nested && depth < DEEPEST) return el('div', {class: 'nested'}, el('dt', {}, name), el('dd', {}, tree(value, depth + 1)));
  return el('div', {}, el('dt', {}, name), el('dd', {}, leaf(value)));
}

const flat = value => Array.isArray(value) && value.every(entry => typeof entry !== 'object' || entry === null);

function leaf(value) {
  if (Array.isArray(value)) return value.length ? value.map(leaf).join(', ') : 'none';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : number(value, 6);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).slice(0, LONGEST);
}

/** contentHeadroom as "Content headroom"; names of tags, which people search for, stay as they are. */
function words(key) {
  if (!/^[a-z][A-Za-z0-9]*$/.test(key)) return key;
  const split = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return (split[0].toUpperCase() + split.slice(1)).replace(SHORT, word => word.toUpperCase());
}

const SHORT = /\b(icc|cicp|hdr|gps|iso|raw|cll|fall|sdr|xmp|exif)\b/gi;
