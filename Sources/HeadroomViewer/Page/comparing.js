// The panel "Compare": a second file, how far the two are apart, and the picture of the difference.

import * as api from './api.js';
import {el, menu} from './dom.js';
import {set, state, watch} from './state.js';
import {tree} from './metadata.js';

const LONGEST = 500, REST = 400;

export class Comparing {
  constructor(stage, files) {
    this.stage = stage;
    this.files = files;
    this.choice = menu('With', [], '', value => set({compare: value}));
    this.facts = el('div');
    this.looks = el('div', {class: 'buttons'},
      el('button', {type: 'button', onclick: () => set({split: 'wipe', a: 'display', b: 'compare'})}, 'Wipe'),
      el('button', {type: 'button', onclick: () => set({split: 'side', a: 'display', b: 'compare'})}, 'Side by side'),
      el('button', {type: 'button', onclick: () => set({split: 'one', a: 'error'})}, 'Difference'));
    this.scale = el('p', {class: 'heat', title: 'ΔE ITP, logarithmic: 1 is about one just noticeable difference'},
      ['0', '1', '4', '12', '32'].map(text => el('span', {}, text)));
    this.content = el('div', {class: 'stack'}, this.choice, this.looks, this.scale, this.facts,
      el('p', {class: 'hint'}, 'Alt and a click in the filmstrip compares with that file.'));
    watch(['compare', 'a', 'b', 'split'], () => this.show());
    this.show();
  }

  show() {
    const now = state();
    this.looks.hidden = !now.compare;
    this.scale.hidden = !now.compare || !(now.a === 'error' || (now.split !== 'one' && now.b === 'error'));
  }

  fill() {
    const names = this.files.items.filter(file => file).slice(0, LONGEST).map(({id, name}) => [id, name]);
    this.choice.fill([['', 'Nothing'], ...names], state().compare);
  }

  clear() {
    this.ticket = null;
    this.facts.replaceChildren();
  }

  /** After a rest: a slider that moves asks for nothing. */
  updateSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), REST);
  }

  async update() {
    const {file} = this.stage, {compare} = state(), ticket = this.ticket = {};
    this.choice.select(compare);
    this.facts.replaceChildren();
    if (!file || !compare) return;
    this.facts.replaceChildren(el('p', {class: 'hint'}, 'Comparing every pixel…'));
    try {
      const answer = await api.compare(file, compare);
      if (ticket === this.ticket) this.facts.replaceChildren(tree(answer));
    } catch (error) {
      if (ticket === this.ticket) this.facts.replaceChildren(el('p', {class: 'error'}, error.message));
    }
  }
}
