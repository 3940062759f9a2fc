// What the person chose: one object, changed only through `set`, kept in the URL's fragment. The fragment never leaves
// the browser, and the session's token is never part of it.

export const DEFAULTS = {
  file: '', compare: '', layerName: '', filters: '',
  // Stops of the simulated display; 'screen' is this screen's own, null all the light there is.
  headroom: 'screen', layer: 'core', exposure: 0, weight: 1,
  // Whether light that is not relative to white is exposed as `headroom convert` does.
  calibrated: true,
  policy: 'no-limit', rest: 'auto', proof: 'clip',
  split: 'one', a: 'display', b: 'sdr', wipe: 0.5,
  falseColour: false, marks: 0, channel: 'rgb',
  turns: 0, zoom: null, cx: null, cy: null,
  rect: null, surround: 'theme', scope: 'histogram', axis: 'nits', measure: 'file', live: false, network: '',
};

const CHOICES = {
  layer: ['core', 'metal'], policy: ['no-limit', 'constrained', 'standard'], rest: ['auto', 'picture', 'proof'],
  proof: ['clip', 'fit'], split: ['one', 'wipe', 'side'], a: ['display', 'hdr', 'sdr', 'map', 'plain', 'compare', 'error'],
  b: ['display', 'hdr', 'sdr', 'map', 'plain', 'compare', 'error'], channel: ['rgb', 'r', 'g', 'b', 'y', 'max'],
  surround: ['theme', 'grey', 'black'], scope: ['histogram', 'waveform', 'parade', 'xy', 'uv', 'vectorscope'],
  axis: ['nits', 'pq', 'hlg'], measure: ['file', 'display'], network: ['', '0', '1'],
};
const LIMITS = {headroom: [0, 6], exposure: [-10, 10], weight: [0, 1], wipe: [0, 1], marks: [0, 31], turns: [0, 3],
  zoom: [1 / 256, 256], cx: [-1e6, 1e6], cy: [-1e6, 1e6]};
const WHOLE = ['marks', 'turns'];
const ALL = 'all';  // of the headroom, in the address

let current = {...DEFAULTS};
const watchers = [];

export const state = () => current;

/** Changes the state and tells the watchers of what changed. */
export function set(patch) {
  const before = current;
  const changed = Object.keys(patch).filter(key => patch[key] !== before[key]);
  if (!changed.length) return;
  current = {...before, ...patch};
  for (const {keys, tell} of watchers) if (!keys || keys.some(key => changed.includes(key))) tell(current, changed);
  rememberSoon();
}

/** Calls `tell` after each change of one of `keys` (of any without them). */
export function watch(keys, tell) {
  watchers.push({keys, tell});
}

function text(key, value) {
  if (key === 'headroom' && value === null) return ALL;
  if (key === 'rect') return value && [value.x, value.y, value.width, value.height].join(',');
  if (typeof value === 'number') return String(Number(value.toPrecision(7)));
  return String(value);
}

function fragment() {
  const says = key => current[key] !== DEFAULTS[key] && (current[key] !== null || key === 'headroom');
  const pairs = Object.keys(DEFAULTS).filter(says).map(key => [key, text(key, current[key])]);
  return pairs.length ? '#' + new URLSearchParams(pairs) : location.pathname;
}

let timer = 0;

function rememberSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, '', fragment()), 200);
}

function parse(key, word) {
  if (key === 'headroom' && word === ALL) return null;
  if (key === 'rect') return parseRect(word);
  if (CHOICES[key]) return CHOICES[key].includes(word) ? word : undefined;
  if (LIMITS[key]) return parseNumber(key, word);
  if (typeof DEFAULTS[key] === 'boolean') return word === 'true';
  return word.slice(0, 4096);
}

function parseNumber(key, word) {
  const value = Number(word), [low, high] = LIMITS[key];
  if (word === '' || !Number.isFinite(value) || value < low || value > high) return undefined;
  return WHOLE.includes(key) ? Math.floor(value) : value;
}

function parseRect(word) {
  const parts = word.split(',').map(Number);
  if (parts.length !== 4 || !parts.every(part => Number.isInteger(part) && part >= 0)) return undefined;
  const [x, y, width, height] = parts;
  return width && height ? {x, y, width, height} : undefined;
}

/** Takes the state out of the URL; what makes no sense there is left at its default. */
export function restore() {
  const read = {...DEFAULTS};
  for (const [key, word] of new URLSearchParams(location.hash.slice(1))) {
    const value = key in DEFAULTS ? parse(key, word) : undefined;
    if (value !== undefined) read[key] = value;
  }
  set(read);
}
