// The dialog that finds a filter: by what people mean (filter-words.js), a category, and whether it keeps light above white.
// The field keeps the focus; arrows move through the list, Enter takes.

import {button, check, el, menu, setText} from './dom.js';
import {found} from './filter-words.js';

const HIDDEN = new Set(['BuiltIn', 'StillImage', 'Video', 'Interlaced', 'NonSquarePixels', 'HighDynamicRange', 'FilterGenerator']);

export class FilterPicker {
  /** `take` gets the registry's entry of the filter that was chosen. */
  constructor(take) {
    this.take = take;
    this.entries = [];
    [this.category, this.onlyHDR, this.active] = ['', false, 0];
    this.field = el('input', {type: 'search', role: 'combobox', 'aria-label': 'Find a filter', 'aria-expanded': 'true',
      'aria-controls': 'filter-list', 'aria-autocomplete': 'list', autocomplete: 'off', autofocus: true,
      placeholder: 'blur, white balance, sharpen, LUT…', oninput: () => this.fill(), onkeydown: event => this.key(event)});
    this.kinds = menu('Category', [['', 'All']], '', value => { this.category = value; this.fill(); });
    this.hdr = check('Only those that keep HDR', false, on => { this.onlyHDR = on; this.fill(); });
    this.list = el('ul', {id: 'filter-list', role: 'listbox', 'aria-label': 'Filters'});
    this.count = el('p', {class: 'hint', role: 'status'});
    this.dialog = el('dialog', {class: 'picker', 'aria-label': 'Add a filter'}, this.field,
      el('div', {class: 'pair'}, this.kinds, this.hdr), this.list, this.count,
      el('p', {class: 'buttons'}, button('Close', 'Escape', () => this.dialog.close())));
    document.body.append(this.dialog);
  }

  open(entries) {
    this.entries = entries;
    const names = [...new Set(entries.flatMap(entry => entry.categories))].filter(name => !HIDDEN.has(name)).sort();
    this.kinds.fill([['', 'All'], ...names.map(name => [name, name.replace(/([a-z])([A-Z])/g, '$1 $2')])], this.category);
    this.field.value = '';
    this.fill();
    this.dialog.showModal();
    this.field.focus();
  }

  fill() {
    this.found = found(this.entries.filter(entry => this.fits(entry)), this.field.value);
    this.active = 0;
    this.list.replaceChildren(...this.found.map((entry, index) => this.row(entry, index)));
    setText(this.count, this.found.length === 1 ? '1 filter' : `${this.found.length} filters`);
    this.mark();
  }

  fits({categories, hdr}) {
    return (!this.onlyHDR || hdr) && (!this.category || categories.includes(this.category));
  }

  row(entry, index) {
    const {name, displayName, description, hdr} = entry;
    return el('li', {role: 'option', id: `filter-${index}`, onclick: () => this.choose(index)},
      el('strong', {}, displayName), hdr ? el('span', {class: 'mark', title: 'Keeps light above white'}, 'HDR') : null,
      el('span', {class: 'dim'}, ` ${name}`), el('span', {class: 'sentence'}, description.split('\n')[0]));
  }

  /** Escape closes at once: a field of searches would first be emptied. */
  key(event) {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8}[event.key];
    if (event.key === 'Enter') this.choose(this.active);
    else if (event.key === 'Escape') this.dialog.close();
    else if (step) this.active = Math.min(Math.max(this.active + step, 0), this.found.length - 1);
    else return;
    event.preventDefault();
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((node, index) => node.setAttribute('aria-selected', index === this.active));
    this.field.setAttribute('aria-activedescendant', this.found.length ? `filter-${this.active}` : '');
    this.list.children[this.active]?.scrollIntoView({block: 'nearest'});
  }

  choose(index) {
    const entry = this.found[index];
    if (!entry) return;
    this.dialog.close();
    this.take(entry);
  }
}
