// "What does my screen show": patches of known headroom as a real HDR picture, and what the browser says of the screen.

import * as api from './api.js';
import {button, el, setText} from './dom.js';

const QUERIES = [['(dynamic-range: high)', 'HDR for pictures'], ['(video-dynamic-range: high)', 'HDR for video'],
  ['(color-gamut: srgb)', 'sRGB'], ['(color-gamut: p3)', 'P3'], ['(color-gamut: rec2020)', 'BT.2020'],
  ['(prefers-contrast: more)', 'More contrast wanted'], ['(forced-colors: active)', 'Forced colours']];
const STOPS = 3;

export class ScreenTest {
  constructor() {
    this.facts = el('dl', {class: 'facts'});
    this.patches = el('div', {class: 'patches'});
    this.dialog = el('dialog', {'aria-labelledby': 'screen-title', class: 'wide'},
      el('h2', {id: 'screen-title', tabindex: '-1', autofocus: true}, 'What does my screen show?'),
      el('p', {}, 'Each square is twice as bright as the one before it: 1×, 2×, 4×, 8× reference white. Squares that look ' +
        'the same are beyond what this screen shows now. Brightness settings and ambient light change it.'),
      this.patches, this.facts,
      el('p', {class: 'buttons'}, this.screens = button('Ask for the screen’s headroom',
        'Browsers that know it ask for permission first', () => this.ask()),
      button('Close', 'Escape', () => this.dialog.close())));
    document.body.append(this.dialog);
    this.screens.hidden = !('getScreenDetails' in window);
  }

  open() {
    const rows = [['no-limit', 'High'], ['constrained', 'Constrained'], ['standard', 'Standard']];
    const alt = 'Patches of 1, 2, 4 and 8 times white, range ';
    this.patches.replaceChildren(...rows.map(([limit, name]) => el('figure', {},
      el('img', {src: api.patchesURL(STOPS), class: 'limit-' + limit, alt: alt + name}), el('figcaption', {}, name))));
    this.describe();
    this.dialog.showModal();
  }

  describe() {
    const asked = QUERIES.map(([query, name]) => [name, matchMedia(query).matches ? 'yes' : 'no']);
    const facts = [...asked, ['Policies in CSS', CSS.supports('dynamic-range-limit', 'constrained') ? 'yes' : 'no'],
      ['Bits a pixel', String(screen.colorDepth)], ['Pixels', `${screen.width} × ${screen.height} at ${devicePixelRatio}×`],
      ['WebGL2', this.webgl()], ['Headroom', this.headroom ?? 'not said']];
    this.facts.replaceChildren(...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
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
      this.headroom = known ? `${currentScreen.hdrHeadroom.toFixed(2)} stops` : 'not said by this browser';
      if (known) currentScreen.onhdrheadroomchange = () => this.ask();
    } catch (error) {
      this.headroom = `not said: ${error.message}`;
    }
    this.describe();
    setText(this.screens, 'Ask again');
  }
}
