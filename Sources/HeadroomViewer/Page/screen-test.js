// "What does my screen show": each patch is a real HDR picture of one light in the middle of the page's own white. What
// looks brighter than that white is headroom. On a screen without any, browsers make white of every patch, and nothing is
// seen: the test is true there too. Beside it stands what the browser says, and what no browser can know.

import * as api from './api.js';
import {button, el, setText} from './dom.js';
import {screenHasHeadroom} from './looks.js';
import {WHITE} from './units.js';

const QUERIES = [['(dynamic-range: high)', 'HDR for pictures'], ['(video-dynamic-range: high)', 'HDR for video'],
  ['(color-gamut: srgb)', 'sRGB'], ['(color-gamut: p3)', 'P3'], ['(color-gamut: rec2020)', 'BT.2020'],
  ['(prefers-contrast: more)', 'More contrast wanted'], ['(forced-colors: active)', 'Forced colours']];
const LEVELS = [1, 2, 4, 8, 16];
const RANGES = [['no-limit', 'High'], ['constrained', 'Constrained'], ['standard', 'Standard']];
const GUIDE = 'Each square is a picture of so many times the white around it. A square that is brighter than that white is light '
  + 'above white; two squares that look the same are beyond what this screen shows now. The brightness setting, the battery and '
  + 'the light of the room change it.';

export class ScreenTest {
  constructor() {
    this.facts = el('dl', {class: 'facts'});
    this.verdict = el('p', {class: 'verdict', role: 'status'});
    this.patches = el('div', {class: 'patches'});
    this.dialog = el('dialog', {'aria-labelledby': 'screen-title', class: 'wide'},
      el('h2', {id: 'screen-title', tabindex: '-1', autofocus: true}, 'What does my screen show?'),
      this.verdict, this.patches, el('p', {class: 'hint'}, GUIDE), this.facts,
      el('p', {class: 'buttons'}, this.screens = button('Ask for the screen’s headroom',
        'Browsers that know it ask for permission first', () => this.ask()),
      button('Close', 'Escape', () => this.dialog.close())));
    document.body.append(this.dialog);
    this.screens.hidden = !('getScreenDetails' in window);
    for (const [query] of QUERIES) matchMedia(query).addEventListener('change', () => { if (this.dialog.open) this.describe(); });
  }

  open() {
    this.patches.replaceChildren(...RANGES.map(([limit, name]) => this.row(limit, name)), this.numbers());
    this.describe();
    this.dialog.showModal();
  }

  row(limit, name) {
    const squares = LEVELS.map(level => el('img', {src: api.patchURL(level), class: 'limit-' + limit,
      alt: `${level} times white, range ${name}`}));
    return el('div', {class: 'patch-row'}, el('span', {}, name), squares);
  }

  numbers() {
    return el('div', {class: 'patch-row'}, el('span', {}, ''),
      LEVELS.map(level => el('span', {}, el('strong', {}, `${level}×`), ` ${level * WHITE} cd/m²`)));
  }

  describe() {
    setText(this.verdict, this.said());
    const asked = QUERIES.map(([query, name]) => [name, matchMedia(query).matches ? 'yes' : 'no']);
    const facts = [...asked, ['Limits of the range', CSS.supports('dynamic-range-limit', 'constrained') ? 'yes' : 'no: the three rows are alike'],
      ['Bits a pixel', String(screen.colorDepth)], ['Pixels', `${screen.width} × ${screen.height} at ${devicePixelRatio}×`],
      ['WebGL2', this.webgl()], ['Headroom', this.headroom ?? 'not said']];
    this.facts.replaceChildren(...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
  }

  /** What the browser says, and what it does not. */
  said() {
    if (!screenHasHeadroom()) {
      return 'The browser says: no. As it is set now, this screen shows no light above white. HDR pictures are made SDR for it, and the '
        + 'squares below should vanish in the white around them.';
    }
    const stops = this.stops ? `, ${this.stops.toFixed(2)} stops of it now` : '; how much it does not say';
    return `The browser says: yes, this screen shows light above white${stops}. The squares below show how far it goes.`;
  }

  webgl() {
    const gl = document.createElement('canvas').getContext('webgl2');
    if (!gl) return 'no';
    const name = gl.getExtension('WEBGL_debug_renderer_info');
    const said = name ? gl.getParameter(name.UNMASKED_RENDERER_WEBGL) : gl.getParameter(gl.RENDERER);
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return String(said);
  }

  /** `ScreenDetailed.hdrHeadroom` where the browser has it; it needs the window-management permission. */
  async ask() {
    try {
      const {currentScreen} = await window.getScreenDetails();
      const known = typeof currentScreen.hdrHeadroom === 'number';
      this.stops = known ? currentScreen.hdrHeadroom : 0;
      this.headroom = known ? `${this.stops.toFixed(2)} stops` : 'not said by this browser';
      if (known) currentScreen.onhdrheadroomchange = () => this.ask();
    } catch (error) {
      this.headroom = `not said: ${error.message}`;
    }
    this.describe();
    setText(this.screens, 'Ask again');
  }
}
