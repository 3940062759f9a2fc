// The panel "Filters": a chain on the picture that is shown. What is set here is text in the state, in the grammar of
// `headroom convert --filter`; the picture, the scopes and the export follow it.

import * as api from './api.js';
import {announce, button, check, el, setText} from './dom.js';
import {FilterPicker} from './filter-picker.js';
import {formatFilters, named, parseFilters} from './filter-text.js';
import {startsOf} from './filter-starts.js';
import {inputControl, words} from './filter-inputs.js';
import {set, state, watch} from './state.js';
import {wishedStops} from './looks.js';

export class Filters {
  constructor(stage, files, inspector) {
    Object.assign(this, {stage, files, inspector});
    this.picker = new FilterPicker(entry => this.add(entry));
    this.chain = el('ol', {class: 'chain', 'aria-label': 'Filters in their order'});
    this.status = el('p', {class: 'hint', role: 'status'});
    this.command = el('pre', {class: 'command', tabindex: '0', 'aria-label': 'Command', hidden: true});
    this.more = el('div', {class: 'buttons'},
      button('Copy command', 'headroom convert … that makes this picture', () => this.copy('convert')),
      button('Copy recipe', 'The recipe as JSON, for headroom render', () => this.copy('recipe')),
      button('Remove all', 'No filters', () => set({filters: ''})));
    this.content = el('div', {class: 'stack'}, this.chain,
      el('div', {class: 'buttons'}, button('Add a filter…', 'Filter: a', () => this.open())), this.more, this.status, this.command);
    watch(['filters', 'file'], () => this.show());
    stage.filtered.onchange = () => this.tell();
    this.show();
  }

  async entries() {
    this.known ??= api.filters().then(answer => answer.filters.sort((a, b) => a.displayName.localeCompare(b.displayName)));
    return this.known.catch(error => { this.known = null; throw error; });
  }

  async open() {
    try {
      this.picker.open(await this.entries());
    } catch (error) {
      setText(this.status, error.message);
    }
  }

  // MARK: the chain

  get steps() {
    return parseFilters(state().filters);
  }

  change(steps) {
    this.own = formatFilters(steps);
    set({filters: this.own});
  }

  add(entry) {
    const steps = [...this.steps, {on: true, name: entry.name, settings: this.starts(entry)}];
    this.focusNext = steps.length - 1;
    set({filters: formatFilters(steps)});
    announce(`${entry.displayName} added`);
  }

  /** Values that show something on this picture, which is the second image too where a filter takes two. */
  starts(entry) {
    const {file} = this.stage;
    if (!file) return [];
    const images = entry.inputs.filter(input => input.class === 'CIImage' && input.key !== 'inputImage');
    const self = named(nameOf(this.files.byId(file.id) ?? file));
    return [...images.map(input => [input.name ?? input.key, self]), ...startsOf(entry, file)];
  }

  /** Makes the list anew, unless only a value of it changed here. */
  async show() {
    const text = state().filters;
    this.more.hidden = text === '';
    this.command.hidden = true;
    this.tell();
    if (text === this.own && this.shown) return;
    this.own = text;
    this.shown = text !== '';
    if (!text) return this.chain.replaceChildren();
    try {
      const entries = await this.entries();
      if (text === state().filters) this.fill(entries);
    } catch (error) {
      setText(this.status, error.message);
    }
  }

  fill(entries) {
    const steps = this.steps;
    this.chain.replaceChildren(...steps.map((step, index) => this.row(step, index, steps.length, entries)));
    this.chain.children[this.focusNext]?.querySelector('input')?.focus();
    this.focusNext = undefined;
  }

  row(step, index, count, entries) {
    const entry = entries.find(({name}) => name === step.name), title = entry?.displayName ?? step.name;
    const on = check(title, step.on, value => this.edit(index, now => ({...now, on: value})), {title: step.name});
    const act = (sign, name, action, disabled) => button(sign, `${name}: ${title}`, action, {'aria-label': `${name}: ${title}`, disabled});
    const head = el('div', {class: 'step-head'}, on, entry?.hdr === false ? el('span', {class: 'mark dim', title: 'Works on 0 to 1: light above white is lost'}, 'SDR') : null,
      act('↑', 'Earlier', () => this.move(index, -1), index === 0), act('↓', 'Later', () => this.move(index, 1), index === count - 1),
      act('↺', 'Reset', () => this.reset(index)), act('✕', 'Remove', () => this.remove(index)));
    const inputs = (entry?.inputs ?? []).filter(input => input.key !== 'inputImage');
    return el('li', {class: 'step'}, head, inputs.map(input => this.control(input, index, step)));
  }

  control(input, index, step) {
    const keys = [input.key, input.name];
    const place = () => ({size: this.stage.file ?? {width: 1, height: 1}, pixel: this.inspector.held, rect: state().rect,
      names: this.files.items.filter(file => file).slice(0, 500).map(nameOf)});
    const control = inputControl(input, place, literal => this.edit(index, now => {
      const others = now.settings.filter(([key]) => !keys.includes(key));
      const setting = [input.name ?? input.key, literal];
      const at = now.settings.findIndex(([key]) => keys.includes(key));
      if (literal === null) return {...now, settings: others};
      return {...now, settings: at < 0 ? [...others, setting] : now.settings.map((old, place) => place === at ? setting : old)};
    }));
    control.show?.(step.settings.find(([key]) => keys.includes(key))?.[1] ?? null);
    return control;
  }

  edit(index, change) {
    this.change(this.steps.map((step, place) => place === index ? change(step) : step));
  }

  // MARK: order

  move(index, by) {
    const steps = this.steps, [step] = steps.splice(index, 1);
    steps.splice(index + by, 0, step);
    this.focusNext = index + by;
    set({filters: formatFilters(steps)});
    announce(`${words(step.name.slice(2))} is now number ${index + by + 1}`);
  }

  async reset(index) {
    const steps = this.steps, entry = (await this.entries()).find(({name}) => name === steps[index].name);
    steps[index] = {...steps[index], settings: entry ? this.starts(entry) : []};
    this.focusNext = index;
    this.own = null;
    set({filters: formatFilters(steps)});
    this.show();
  }

  remove(index) {
    this.focusNext = Math.max(index - 1, 0);
    set({filters: formatFilters(this.steps.filter((_, place) => place !== index))});
  }

  // MARK: what is said

  tell() {
    const {trouble, isDraft, busy, milliseconds} = this.stage.filtered;
    this.content.classList.toggle('troubled', Boolean(trouble));
    if (trouble) return setText(this.status, trouble);
    if (!state().filters) return setText(this.status, 'Filters of the library, put on this picture.');
    const drawn = milliseconds ? `, ${Math.round(milliseconds)} ms` : '';
    setText(this.status, isDraft ? `A draft of a smaller picture${drawn}` : busy ? 'Working…' : `On the file’s own pixels${drawn}`);
  }

  async copy(what) {
    const {file} = this.stage, now = state();
    if (!file) return;
    try {
      const answer = await api.commands(file, {stops: wishedStops(now), layer: now.layer, exposure: now.exposure});
      if (file.id !== this.stage.file?.id || file.filters !== this.stage.file.filters) return;
      const text = what === 'convert' ? answer.convert : JSON.stringify(answer.recipe, null, 2);
      setText(this.command, what === 'convert' ? text : `${answer.render}\n\n${text}`);
      this.command.hidden = false;
      await navigator.clipboard?.writeText(text);
      setText(this.status, what === 'convert' ? `The command is copied; it runs in the folder of the file.${answer.exact ? '' : ' It weights the gain map where the page cuts light.'}` : 'The recipe is copied: save it as recipe.json.');
    } catch (error) {
      setText(this.status, error.message);
    }
  }
}

/** What people and filters call a file of the strip. */
const nameOf = ({folder, name}) => folder ? `${folder}/${name}` : name;
