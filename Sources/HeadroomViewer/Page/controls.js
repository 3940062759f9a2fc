// The panels "View" and "Proof and surround": what each side shows, the browser's range policy, overlays, channels.

import {BANDS, MARKS, css} from './bands.js';
import {check, el, menu, range, segmented} from './dom.js';
import {LOOKS} from './looks.js';
import {set, state, watch} from './state.js';
import {share, WHITE} from './units.js';

const looks = Object.entries(LOOKS);

export function makeControls(stage) {
  const parts = [splitting(), policy(), weight(stage), layers(stage), channel(), falseColour(), marks()];
  return el('div', {class: 'stack'}, parts);
}

/** What is chosen once for a screen and a room. */
export const makeRoom = () => el('div', {class: 'stack'}, proof(), surround());

function splitting() {
  const split = segmented('Show', [['one', 'One'], ['wipe', 'Wipe', 'w'], ['side', 'Side by side', 'd']],
    state().split, value => set({split: value}));
  const a = menu('Left', looks, state().a, value => set({a: value}));
  const b = menu('Right', looks, state().b, value => set({b: value}));
  const pair = el('div', {class: 'pair'}, a, b);
  follow(['split', 'a', 'b'], now => {
    split.select(now.split);
    a.select(now.a);
    b.select(now.b);
    b.hidden = now.split === 'one';
    a.firstChild.textContent = now.split === 'one' ? 'Look' : 'Left';
  });
  return el('div', {class: 'stack'}, split, pair);
}

function policy() {
  const choose = segmented('Range of the picture', [
    ['no-limit', 'High', 'dynamic-range-limit: no-limit'],
    ['constrained', 'Constrained', 'dynamic-range-limit: constrained: at most about twice white'],
    ['standard', 'Standard', 'dynamic-range-limit: standard: SDR']], state().policy, value => set({policy: value}));
  follow(['policy'], now => choose.select(now.policy));
  return choose;
}

function weight(stage) {
  const slider = range('Gain map', {min: 0, max: 1, step: 0.01, value: 1, title: 'Weight of the gain map: 0 is the base'},
    value => set({weight: value}));
  const show = now => {
    slider.show(now.weight, share(now.weight));
    slider.hidden = stage.file?.kind !== 'gainMap';
  };
  follow(['weight', 'file', 'filters'], show);
  stage.element.addEventListener('opened', () => show(state()));
  return slider;
}

/** Parts and layers of an OpenEXR file. */
function layers(stage) {
  const choose = menu('Layer', [], '', value => set({layerName: value}));
  choose.hidden = true;
  stage.element.addEventListener('opened', () => {
    const names = stage.file?.layers ?? [];
    choose.hidden = names.length < 2;
    choose.fill(names.map((name, index) => [index === 0 ? '' : name, name]), state().layerName);
  });
  follow(['layerName'], now => choose.select(now.layerName));
  return choose;
}

function channel() {
  const choose = segmented('Channel (linear BT.2020)', [['rgb', 'RGB'], ['r', 'R'], ['g', 'G'], ['b', 'B'],
    ['y', 'Y', 'Luminance'], ['max', 'Max', 'The largest of the three: what tone mapping looks at']],
  state().channel, value => set({channel: value}));
  follow(['channel'], now => choose.select(now.channel));
  return choose;
}

function falseColour() {
  const toggle = check('False colour', state().falseColour, value => set({falseColour: value}), {title: 'c'});
  const rows = BANDS.map(({colour, name, end}, index) => {
    const swatch = el('i', {class: 'swatch' + (colour ? '' : ' ramp')});
    if (colour) swatch.style.backgroundColor = css(colour);
    return el('li', {}, swatch, el('span', {}, name), el('span', {class: 'dim'}, bandNits(index, end)));
  });
  const legend = el('ul', {class: 'legend', 'aria-label': 'Bands of false colour'}, rows);
  follow(['falseColour'], now => { toggle.select(now.falseColour); legend.hidden = !now.falseColour; });
  return el('div', {}, toggle, legend);
}

function bandNits(index, end) {
  if (index === 0) return 'outside BT.2020';
  const from = index === 1 ? 0 : BANDS[index - 1].end * WHITE;
  return Number.isFinite(end) ? `${from} – ${end * WHITE} cd/m²` : `above ${from} cd/m²`;
}

function marks() {
  const boxes = MARKS.map(({bit, name, colour}) => {
    const box = check(name, false, on => set({marks: on ? state().marks | bit : state().marks & ~bit}));
    const swatch = el('i', {class: 'swatch zebra'});
    swatch.style.setProperty('--stripe', css(colour));
    box.append(swatch);
    follow(['marks'], now => box.select(Boolean(now.marks & bit)));
    return box;
  });
  return el('fieldset', {class: 'plain'}, el('legend', {}, 'Zebra'), el('div', {class: 'columns'}, boxes));
}

function proof() {
  const scale = segmented('SDR proof', [['clip', 'Clip', 'Light above white is clipped on this screen'],
    ['fit', 'Fit', 'The simulated display’s peak becomes this screen’s white']],
  state().proof, value => set({proof: value}));
  const rest = segmented('After a drag', [
    ['auto', 'Auto', 'An HDR picture where this screen has headroom, the proof elsewhere'],
    ['picture', 'Picture', 'An HDR picture of that headroom, whatever the screen'], ['proof', 'Proof']],
  state().rest, value => set({rest: value}));
  follow(['proof', 'rest'], now => { scale.select(now.proof); rest.select(now.rest); });
  return el('div', {class: 'pair'}, scale, rest);
}

function surround() {
  const choose = segmented('Surround', [['theme', 'Theme'], ['grey', 'Middle grey', '18 % of white'], ['black', 'Black']],
    state().surround, value => set({surround: value}));
  follow(['surround'], now => {
    choose.select(now.surround);
    document.documentElement.dataset.surround = now.surround;
  });
  return choose;
}

function follow(keys, show) {
  watch(keys, show);
  show(state());
}
