// The central control: the headroom of a display, how it shows what is brighter, and the exposure. The range is the
// file's own: beyond its brightest light nothing changes.

import {byId, button, range, segmented, setText} from './dom.js';
import {screenHasHeadroom} from './looks.js';
import {set, state, watch} from './state.js';
import {number, ratio, stops} from './units.js';

const LIVE_MOST = 6;  // stops: 64x, above the 5.62 of a PQ signal's end
const LEAST = 0.005;  // what is less is rounding

/** The headroom of what is shown, after the exposure, in stops; 0 where nothing is brighter than white. */
export function contentStops(file, {exposure, live}) {
  if (live || !file) return LIVE_MOST;
  if (!file.contentHeadroom) return LIVE_MOST;  // not measured yet
  const own = Math.log2(file.contentHeadroom) + exposure;
  return own > LEAST ? own : 0;
}

export function makeSliders(stage) {
  const most = () => contentStops(stage.file, state());
  const headroom = range('Headroom', {min: 0, max: LIVE_MOST, step: 'any', value: LIVE_MOST,
    title: 'Headroom of the display that is simulated: [ and ]'}, value => set({headroom: chosen(value, most())}));
  const screen = button('Screen', 'As this screen shows it', () => set({headroom: 'screen'}), {'aria-pressed': 'true'});
  const all = button('All', 'All the light of the file: \\', () => set({headroom: null}), {'aria-pressed': 'false'});
  const layer = segmented('Brighter light', [['core', 'Tone map', 'As a CALayer shows it: tone mapped without a break'],
    ['metal', 'Clip', 'As a CAMetalLayer shows it: untouched up to the headroom, then clipped']],
  state().layer, value => set({layer: value}));
  headroom.append(screen, all);
  byId('sliders').append(headroom, layer, makeExposure(stage));
  const show = () => {
    const now = state(), end = most(), none = end === 0;
    headroom.input.max = Math.max(end, LEAST);
    headroom.input.disabled = none;
    headroom.show(none ? 0 : position(now.headroom, end), none ? 'nothing above white' : said(now.headroom, end));
    screen.setAttribute('aria-pressed', now.headroom === 'screen');
    all.setAttribute('aria-pressed', now.headroom === null);
    for (const node of [screen, all]) node.disabled = none;
    layer.select(now.layer);
  };
  watch(['headroom', 'layer', 'exposure', 'live', 'filters'], show);
  for (const name of ['opened', 'measured']) stage.element.addEventListener(name, show);
  matchMedia('(dynamic-range: high)').addEventListener('change', show);
  show();
}

/** The slider's end is all light; steps in between are those of two digits. */
function chosen(value, most) {
  if (value >= most * 0.998) return null;
  return Math.round(value * 100) / 100;
}

function position(headroom, most) {
  if (headroom === null) return most;
  return headroom === 'screen' ? (screenHasHeadroom() || state().live ? most : 0) : Math.min(headroom, most);
}

function said(headroom, most) {
  if (headroom === 'screen') return screenHasHeadroom() ? 'this screen' : 'this screen: SDR';
  if (headroom === null) return `all ${number(most, 3)} stops`;
  return headroom > most ? `${headroom.toFixed(2)} of ${number(most, 3)} stops` : `${headroom.toFixed(2)} stops · ${ratio(headroom)}`;
}

function makeExposure(stage) {
  const exposure = range('Exposure', {min: -6, max: 6, step: 0.05, value: 0, title: 'Exposure: e and Shift E'},
    value => set({exposure: value}));
  const zero = button('0', 'Exposure back to 0', () => set({exposure: 0}), {'aria-label': 'Exposure back to 0'});
  const auto = button('', 'Exposed as headroom convert does, since the light of the file is not relative to white',
    () => set({calibrated: !state().calibrated}), {hidden: true});
  exposure.append(zero, auto);
  const show = () => {
    const now = state(), automatic = stage.file?.automaticStops;
    exposure.show(now.exposure, stops(now.exposure));
    auto.hidden = !automatic;
    setText(auto, automatic ? `Auto ${stops(automatic).replace(' stops', '')}` : '');
    auto.setAttribute('aria-pressed', now.calibrated);
  };
  watch(['exposure', 'calibrated', 'file'], show);
  for (const name of ['opened', 'measured']) stage.element.addEventListener(name, show);
  show();
  return exposure;
}

/** A step of the keys: a quarter of a stop, less where the file has little. */
export function stepHeadroom(stage, by) {
  const most = contentStops(stage.file, state());
  if (most === 0) return;
  const from = position(state().headroom, most), step = Math.min(0.25, most / 8) * by;
  set({headroom: chosen(Math.min(Math.max(from + step, 0), most), most)});
}

export function stepExposure(by) {
  set({exposure: Math.min(Math.max(Math.round((state().exposure + by) * 20) / 20, -6), 6)});
}
