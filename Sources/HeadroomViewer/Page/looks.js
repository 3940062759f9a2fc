// What a pane shows, decided from the settings and the screen: which picture at rest, which light and which table while
// something moves. All of it is one simulated display. Tone maps come from the server.
//
// A picture in `<img>` is shown by the browser, which on a screen without headroom makes SDR of it. So there only what is
// SDR anyway is a picture; more headroom than the screen has is a proof on the canvas. More headroom is never darker.

import * as api from './api.js';
import {shareOfHDR} from './gain.js';

/** Names for people. */
export const LOOKS = {display: 'Display', hdr: 'All light', sdr: 'SDR', map: 'Gain map', plain: 'Before',
  compare: 'Compared file', error: 'Difference'};

/** Whether the browser says that this screen shows light above white. */
export const screenHasHeadroom = () => matchMedia('(dynamic-range: high)').matches;

/** The settings that a look goes by: the picture before has no exposure of the person's. */
export const settingsOf = (state, named) => named === 'plain' ? {...state, exposure: 0} : state;

/** Whether only the canvas can show this: overlays, single channels, the map, a part of the map's weight, and light above
    white on a screen that has none. */
export function needsCanvas(state, look, file) {
  return state.falseColour || state.marks !== 0 || state.channel !== 'rgb' || look === 'map' || look === 'error'
    || (state.weight < 1 && file.kind === 'gainMap') || (exceedsScreen(state, look, file) && state.rest !== 'picture');
}

const exceedsScreen = (state, look, file) => !screenHasHeadroom() && stopsOf(state, look) !== 0 && isAboveWhite(state, file);

/** Whether there may be light above white. */
export const isAboveWhite = (state, file) => state.exposure > 0 || (file.contentHeadroom ?? Infinity) > 1.0001;

/** The headroom that was chosen for a look, before the range policy: stops, or null for all light. */
function chosenStops(state, look) {
  if (look === 'sdr') return 0;
  if (look === 'hdr') return null;
  return state.headroom === 'screen' ? (screenHasHeadroom() ? null : 0) : state.headroom;
}

/** The headroom in stops that a look is for; null is all light. The range policy takes its part of a display's. */
export function stopsOf(state, look) {
  const chosen = chosenStops(state, look), most = {standard: 0, constrained: 1}[state.policy];
  if (look === 'sdr' || look === 'hdr' || most === undefined) return chosen;
  return chosen === null ? most : Math.min(chosen, most);
}

/** What a display does that the person asked for, for what leaves the page: this screen's own limits are no wish. */
export const wishedStops = state => state.headroom === 'screen' ? null : state.headroom;

/** The real HDR picture for `<img>`, and whether it is the file itself rather than a rendition. */
export function restingPicture(state, look, file) {
  if (file.filters) return filteredPicture(state, look, file);
  const url = api.pictureURL(file), stops = stopsOf(state, look);
  if (state.exposure === 0 && (chosenStops(state, look) === null || !isAboveWhite(state, file))) {
    return {url, original: true, limit: look === 'hdr' ? 'no-limit' : state.policy};
  }
  // What browsers make of a file for SDR is what the library makes of it: the base of a gain map, else the same operator.
  if (state.exposure === 0 && stops === 0 && !clips(state, look)) return {url, original: true, limit: 'standard'};
  return {url: api.renditionURL(file, {stops, layer: layerOf(state, look), exposure: state.exposure}), original: false, limit: 'no-limit'};
}

const clips = (state, look) => look !== 'sdr' && state.layer === 'metal';
const layerOf = (state, look) => look === 'sdr' ? 'core' : state.layer;

/** What filters make of a file is no file yet: what this screen shows of it is a picture after a rest, whatever the screen. */
function filteredPicture(state, look, file) {
  const all = chosenStops(state, look) === null;
  const url = api.renditionURL(file, {stops: all ? null : stopsOf(state, look), layer: layerOf(state, look), exposure: state.exposure});
  const whole = state.exposure === 0 && (all || state.headroom === 'screen');
  return {url, original: false, whole, limit: all && look !== 'hdr' ? state.policy : 'no-limit'};
}

/** The display that the gain map under filters is weighted for; null where all light is meant, or no map is there. */
export function weightingStops(state, look, file) {
  if (!file.weighted || clips(state, look)) return null;
  return stopsOf(state, look);
}

/** A gain map file has its SDR picture; other files are tone mapped for a headroom of 1. */
export const isBase = (look, file) => look === 'sdr' && Boolean(file.gain) && file.gain.baseHeadroom === 0;

/** Whether the page waits with the proof instead of a picture: on a screen without headroom a browser would tone map a
    rendition that is tone mapped already. */
export function picturesRenditions(state) {
  return state.rest === 'picture' || (state.rest === 'auto' && screenHasHeadroom());
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
  const stops = stopsOf(state, look), light = look !== 'map' && look !== 'error';
  if (stops === null || clips(state, look) || !light || usesGainMap(look, file) || file.weighted) return null;
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
  const display = clips(state, look) ? 1 : shareOfHDR(file.gain, stopsOf(state, look));
  return display * (look === 'display' ? state.weight : 1);
}

/** The light that a fitted proof brings to the screen's white. */
function fitted(headroom, file) {
  return Number.isFinite(headroom) ? headroom : Math.max(file.contentHeadroom ?? 1, 1);
}
