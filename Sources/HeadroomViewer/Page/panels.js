// The column of panels. Each is a <details>: open and closed with the keyboard, and what is closed does no work.

import {byId, el} from './dom.js';

const KEY = 'headroom-panels';

/** `list`: {id, title, content, open, onopen}. Which ones are open is kept in this browser. */
export function makePanels(list) {
  const kept = remembered();
  for (const {id, title, content, open, onopen} of list) {
    const body = el('div', {class: 'panel-body'}, content);
    const panel = el('details', {id: 'panel-' + id}, el('summary', {}, title), body);
    panel.open = kept[id] ?? open;
    panel.addEventListener('toggle', () => {
      remember(id, panel.open);
      if (panel.open) onopen?.();
    });
    // What a person opens comes into sight; panels that were open before stay where they are.
    panel.firstChild.addEventListener('click', () => { if (!panel.open) requestAnimationFrame(() => bring(panel)); });
    byId('panels').append(panel);
  }
}

const bring = panel => panel.scrollIntoView({block: 'start', behavior: 'instant'});

export const isOpen = id => byId('panel-' + id).open;

/** Opens a panel and goes there. */
export function reveal(id) {
  const panel = byId('panel-' + id);
  panel.open = true;
  bring(panel);
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function remember(id, open) {
  try {
    localStorage.setItem(KEY, JSON.stringify({...remembered(), [id]: open}));
  } catch {
    // Private windows may refuse; the panels then forget.
  }
}
