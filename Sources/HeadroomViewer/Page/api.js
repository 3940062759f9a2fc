// The server's contract: one function for each request, errors as exceptions with the server's own sentence.

import {acrossNetwork} from './network.js';
import {ENTRIES, ToneMap} from './tone.js';

export class ServerError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const BUSY = 409, TRIES = 4;

async function send(path, options = {}, tries = TRIES) {
  const answer = await fetch(path, {credentials: 'same-origin', ...options});
  if (answer.ok) return answer;
  if (answer.status === BUSY && tries > 1) {
    await new Promise(done => setTimeout(done, 250));
    return send(path, options, tries - 1);
  }
  throw new ServerError(await reason(answer), answer.status);
}

async function reason(answer) {
  try {
    return (await answer.json()).error.message;
  } catch {
    return `The server answered ${answer.status}.`;
  }
}

function query(parameters) {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return pairs.length ? '?' + new URLSearchParams(pairs) : '';
}

const json = async (path, options) => (await send(path, options)).json();
const file = (id, rest, parameters = {}) => `/api/files/${encodeURIComponent(id)}${rest}${query(parameters)}`;
const rectangle = rect => rect ? [rect.x, rect.y, rect.width, rect.height].join(',') : undefined;
/** What of a file is looked at, and what is put on it. */
const edits = ({layerName, filters, calibrated}) => ({layerName, filters, calibrated: calibrated === false ? 0 : undefined});
const display = ({stops, layer, exposure}) => ({headroom: headroom(stops), layer, exposure: exposure || undefined});
const headroom = value => value === null ? 'inf' : String(2 ** value);

/** Half floats with their size: {data: Uint16Array, width, height, channels}. */
async function halfs(path, channels, signal) {
  const answer = await send(path, {signal});
  const width = Number(answer.headers.get('X-Width')), height = Number(answer.headers.get('X-Height'));
  const data = new Uint16Array(await answer.arrayBuffer());
  if (data.length !== width * height * channels) throw new ServerError('The server sent a view of another size.', 0);
  const size = answer.headers.get('X-Picture')?.split(' ').map(Number);
  return {data, width, height, channels, picture: size ? {width: size[0], height: size[1]} : null};
}

export const session = () => json('/api/session');
export const list = (offset, limit) => json('/api/files' + query({offset, limit}));
export const describe = (id, layerName) => json(file(id, '', {layerName}));
export const information = ({id, v}) => json(file(id, '/info', {v}));
export const brightness = shown => json(file(shown.id, '/brightness', {...edits(shown), v: shown.v}));
export const gainMap = id => json(file(id, '/gainmap'));
export const pixel = (shown, x, y) => json(file(shown.id, '/pixel', {x, y, ...edits(shown)}));
/** Counts as the server packs them: `unpacked` of scope-bins.js reads them. */
export const scopes = async (shown, {rect, exposure}, signal) => {
  const what = {rect: rectangle(rect), exposure: exposure || undefined, ...edits(shown), v: shown.v};
  return (await send(file(shown.id, '/scopes', what), {signal})).arrayBuffer();
};
export const statistics = (shown, rect) => json(file(shown.id, '/statistics', {rect: rectangle(rect), ...edits(shown)}));
export const filters = () => json('/api/filters');
export const graph = (shown, look) => json(file(shown.id, '/graph', {...display(look), ...edits(shown)}));
export const commands = (shown, look) => json(file(shown.id, '/commands', {...display(look), ...edits(shown)}));
/** `a` is what is shown, with its filters; `b` the identifier of a file. */
export const compare = (a, b, signal) => json('/api/compare' + query({a: a.id, b, ...edits(a)}), {signal});
export const comparePixel = (a, b, x, y) => json('/api/compare/pixel' + query({a: a.id, b, x, y, ...edits(a)}));

export const previewURL = ({id, v}) => file(id, '/preview', {v});
export const thumbnailURL = ({id, v}, size) => file(id, '/thumbnail', {size, v});
export const pictureURL = ({id, v, layerName, calibrated}, max = 4096) =>
  file(id, '/picture', {max, ...edits({layerName, calibrated}), network: acrossNetwork() ? 1 : undefined, v});
export const renditionURL = (shown, {max = 1600, ...look}) =>
  file(shown.id, '/rendition', {...display(look), max, ...edits(shown), v: shown.v});
export const patchURL = level => '/api/patches' + query({level});

/** `stops`: what a gain map is weighted for. A draft is not kept by anybody. */
export const light = (shown, {max, rect, stops = null, draft}, signal) =>
  halfs(file(shown.id, '/light', {max, rect: rectangle(rect), headroom: stops === null ? undefined : headroom(stops),
    ...edits(shown), ...(draft ? {draft: 1} : {v: shown.v})}), 3, signal);
export const base = ({id, v}, max, signal) => halfs(file(id, '/base', {max, v}), 3, signal);
export const map = ({id, v}, max, signal) => halfs(file(id, '/map', {max, v}), 3, signal);
export const errorMap = (a, b, max, signal) => halfs('/api/compare/map' + query({a: a.id, b, max, ...edits(a)}), 1, signal);

/** The library's tone map after an exposure, for every display. */
export async function tone(shown, exposure) {
  const answer = await send(file(shown.id, '/tone', {exposure: exposure || undefined, ...edits(shown), v: shown.v}));
  const headrooms = answer.headers.get('X-Headrooms').split(',').map(Number);
  const gains = new Float32Array(await answer.arrayBuffer());
  return new ToneMap(headrooms, headrooms.map((_, i) => gains.subarray(i * ENTRIES, (i + 1) * ENTRIES)));
}

/** The bytes of an export and the name that the server gives them. `form`: format, quality, side and strip. */
export async function exported(shown, {exposure, stops = null, layer}, form) {
  const look = {exposure: exposure || undefined, layer: stops === null ? undefined : layer,
    headroom: stops === null ? undefined : headroom(stops)};
  const answer = await send(file(shown.id, '/export', {...form, ...look, ...edits(shown)}), {method: 'POST'});
  const name = /filename="([^"]*)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  return {blob: await answer.blob(), name: name ?? `export.${form.format}`};
}

export const addTable = (name, body) => json('/api/tables' + query({name}), {method: 'POST', body});
export const upload = (name, body) => json('/api/upload' + query({name}), {method: 'POST', body});

export function socket(path) {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = new WebSocket(`${scheme}//${location.host}${path}`);
  opened.binaryType = 'arraybuffer';
  return opened;
}
