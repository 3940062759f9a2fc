// The central control: the headroom of a display, how it shows what is brighter, and the exposure.

import {byId, button, range, segmented} from './dom.js';
import {set, state, watch} from './state.js';
import {headroomText, stops} from './units.js';

const MOST = 6;  // stops: 64x, above the 5.62 of a PQ signal's end

export function makeSliders() {
  const headroom = range('Headroom', {min: 0, max: MOST, step: 0.05, value: MOST,
    title: 'Headroom of the display that is simulated: [ and ]'}, value => set({headroom: value}));
  const all = button('All', 'All the light of the file: \\', () => set({headroom: null}), {'aria-pressed': 'true'});
  const layer = segmented('Above it', [['core', 'Tone map', 'As a CALayer shows it: tone mapped without a break'],
    ['metal', 'Clip', 'As a CAMetalLayer shows it: untouched up to the headroom, then clipped']],
  state().layer, value => set({layer: value}));
  const exposure = range('Exposure', {min: -6, max: 6, step: 0.05, value: 0, title: 'Exposure: e and Shift E'},
    value => set({exposure: value}));
  const zero = button('0', 'Exposure back to 0', () => set({exposure: 0}), {'aria-label': 'Exposure back to 0'});
  headroom.append(all);
  exposure.append(zero);
  byId('sliders').append(headroom, layer, exposure);
  const show = now => {
    headroom.show(now.headroom ?? MOST, headroomText(now.headroom));
    all.setAttribute('aria-pressed', now.headroom === null);
    layer.select(now.layer);
    exposure.show(now.exposure, stops(now.exposure));
  };
  watch(['headroom', 'layer', 'exposure'], show);
  show(state());
}

/** Steps for the keys. */
export function stepHeadroom(by) {
  const from = state().headroom ?? MOST;
  set({headroom: Math.min(Math.max(Math.round((from + by) * 20) / 20, 0), MOST)});
}

export function stepExposure(by) {
  set({exposure: Math.min(Math.max(Math.round((state().exposure + by) * 20) / 20, -6), 6)});
}
