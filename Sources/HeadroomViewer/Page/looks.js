// What a pane shows, decided from the state alone: which picture at rest, which light and which table while something
// moves. Pure but for the tone maps, which come from the server.

import * as api from './api.js';
import {shareOfHDR} from './gain.js';

/** Names for people. */
export const LOOKS = {display: 'Display', hdr: 'All light', sdr: 'SDR', map: 'Gain map', plain: 'Without filters',
  compare: 'Compared file', error: 'Difference'};

/** Whether only the canvas can show this: overlays, single channels, the map, a part of the map's weight. */
export function needsCanvas(state, look, file) {
  return state.falseColour || state.marks !== 0 || state.channel !== 'rgb' || look === 'map'
    || look === 'error' || (state.weight < 1 && file.kind === 'gainMap');
}

/** The headroom in stops that a look is for; null is all light. The range policy takes its part of a display's. */
export function stopsOf(state, look) {
  if (look === 'sdr') return 0;
  if (look === 'hdr') return null;
  const most = {standard: 0, constrained: 1}[state.policy];
  if (most === undefined) return state.headroom;
  return state.headroom === null ? most : Math.min(state.headroom, most);
}

/** Whether a look is the file as it is, with nothing for the page or the server to compute. */
export function untouched(state, look) {
  return state.exposure === 0 && (look === 'hdr' || (look === 'display' && state.headroom === null));
}

/** The real HDR picture for `<img>`, and whether it is the file itself rather than a rendition. */
export function restingPicture(state, look, file) {
  const url = api.pictureURL(file);
  if (file.filters) return filteredPicture(state, look, file);
  if (untouched(state, look)) return {url, original: true, limit: look === 'hdr' ? 'no-limit' : state.policy};
  if (isBase(look, file) && state.exposure === 0) return {url, original: true, limit: 'standard'};
  const stops = stopsOf(state, look), layer = look === 'sdr' ? 'core' : state.layer;
  return {url: api.renditionURL(file, {stops, layer, exposure: state.exposure}), original: false, limit: 'no-limit'};
}

/** What filters make of a file is no file yet: with all of its light it is shown after a rest, whatever the screen. */
function filteredPicture(state, look, file) {
  const whole = untouched(state, look), layer = look === 'sdr' ? 'core' : state.layer;
  const url = api.renditionURL(file, {stops: whole ? null : stopsOf(state, look), layer, exposure: state.exposure});
  return {url, original: false, whole, limit: look === 'hdr' || !whole ? 'no-limit' : state.policy};
}

/** The display that the gain map under filters is weighted for; null where all light is meant, or no map is there. */
export function weightingStops(state, look, file) {
  if (!file.weighted || (look !== 'sdr' && state.layer === 'metal')) return null;
  return stopsOf(state, look);
}

/** A gain map file has its SDR picture; other files are tone mapped for a headroom of 1. */
export const isBase = (look, file) => look === 'sdr' && Boolean(file.gain) && file.gain.baseHeadroom === 0;

/** Whether the page waits with the proof instead of a picture: on a screen without headroom a proof is more honest than
    a browser's own tone mapping of a rendition that is tone mapped already. */
export function picturesRenditions(state) {
  return state.rest === 'picture' || (state.rest === 'auto' && matchMedia('(dynamic-range: high)').matches);
}

/** The numbers that the shader takes; null while the table is on its way. */
export function lookParameters(state, look, file, sources) {
  const stops = stopsOf(state, look), headroom = stops === null ? Infinity : 2 ** stops;
  const tone = toneOf(state, look, file, sources);
  if (!tone) return null;
  return {exposure: state.exposure, table: tone.gains, peak: tone.peak, headroom, channel: state.channel,
    falseColour: state.falseColour, marks: state.marks, weight: weightOf(state, look, file),
    proof: state.proof === 'fit' ? 1 / fitted(headroom, file) : 1};
}

/** The table that a look needs from the library, or null: layers that clip and gain maps need none. */
export function tableRequest(state, look, file, sources) {
  const stops = stopsOf(state, look);
  const clips = look !== 'sdr' && state.layer === 'metal', light = look !== 'map' && look !== 'error';
  if (stops === null || clips || !light || usesGainMap(look, file) || file.weighted) return null;
  return sources.tone(file, state.exposure);
}

/** A CALayer weights a file's own gain map; only what has none is tone mapped. */
export const usesGainMap = (look, file) => Boolean(file.gain) && (look === 'display' || look === 'sdr' || look === 'hdr');

function toneOf(state, look, file, sources) {
  const request = tableRequest(state, look, file, sources), stops = stopsOf(state, look);
  if (request && !request.value) return null;
  return {gains: request && request.value.at(stops), peak: stops === null ? Infinity : 2 ** stops};
}

/** The share of the HDR rendition: the display's, times what the person chose. */
export function weightOf(state, look, file) {
  if (!usesGainMap(look, file) || look === 'hdr') return 1;
  const display = look === 'display' && state.layer === 'metal' ? 1 : shareOfHDR(file.gain, stopsOf(state, look));
  return display * (look === 'display' ? state.weight : 1);
}

/** The light that a fitted proof brings to the screen's white. */
function fitted(headroom, file) {
  return Number.isFinite(headroom) ? headroom : Math.max(file.contentHeadroom ?? 1, 1);
}
