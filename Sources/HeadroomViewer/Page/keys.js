// The keys, in one table: what they do, and what the help panel says of them.

import {button, el} from './dom.js';

/** `groups`: [title, [[keys, words, action]]]. A key is `event.key`, with "Shift+" or "Alt+" before it where needed. */
export class Keys {
  constructor(groups) {
    const rows = groups.flatMap(([, list]) => list);
    this.actions = new Map(rows.flatMap(([keys, , action]) => keys.map(key => [key, action])));
    this.dialog = el('dialog', {'aria-labelledby': 'keys-title', class: 'wide'},
      el('h2', {id: 'keys-title', tabindex: '-1', autofocus: true}, 'Keys'),
      el('div', {class: 'key-groups'}, groups.map(([title, rows]) => el('section', {}, el('h3', {}, title),
        el('dl', {class: 'keys'}, rows.map(([keys, words]) => el('div', {},
          el('dt', {}, keys.map(key => el('kbd', {}, spoken(key)))), el('dd', {}, words))))))),
      el('p', {class: 'buttons'}, button('Close', 'Escape', () => this.dialog.close())));
    document.body.append(this.dialog);
    addEventListener('keydown', event => this.pressed(event));
  }

  help() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (belongsToControl(event)) return;
    const action = this.actions.get(named(event));
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** Letters carry their own Shift; arrows and the like need it said. */
function named({key, shiftKey, altKey}) {
  const shift = shiftKey && key.length > 1 ? 'Shift+' : '';
  return (altKey ? 'Alt+' : '') + shift + key;
}

/** Menus, fields and sliders keep the keys that they understand. */
function belongsToControl({target, key}) {
  if (target.matches('select, textarea, input[type=number], input[type=text], input[type=search]')) return true;
  if (target.matches('input[type=range], input[type=radio]')) return /^(Arrow|Page|Home|End| )/.test(key);
  return target.matches('button, summary, a, input') && (key === 'Enter' || key === ' ');
}

const NAMES = {ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc'};
const spoken = key => key.length > 1 ? key.split('+').map(part => NAMES[part] ?? part).join(' ') : key;
