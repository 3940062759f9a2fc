// A line that says what happened and goes by itself, and one that stays while the server is gone.

import {announce, button, byId, el} from './dom.js';

const SECONDS = 12;

export class Notice {
  constructor() {
    this.box = byId('notice');
    this.lost = byId('lost');
  }

  say(text) {
    clearTimeout(this.timer);
    this.box.hidden = !text;
    this.box.replaceChildren(el('span', {}, text), button('Close', 'Escape', () => this.close()));
    if (text) announce(text);
    this.timer = setTimeout(() => this.close(), SECONDS * 1000);
  }

  close() {
    this.box.hidden = true;
  }

  /** Whether the server answers. */
  server(isThere) {
    if (this.lost.hidden === isThere) return;
    this.lost.hidden = isThere;
    this.lost.replaceChildren(el('strong', {}, 'The viewer has ended, or cannot be reached. '), 'What was loaded can still be looked at. ',
      el('code', {}, 'headroom view'), ' in a terminal starts it again; then open the address that it prints.');
    announce(isThere ? 'The viewer answers again' : this.lost.textContent);
  }
}
