// The server's contract: one function for each request, errors as exceptions with the server's own sentence.

import {acrossNetwork} from './network.js';

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
const headroom = value => value === null ? 'inf' : String(2 ** value);

/** Half floats with their size: {data: Uint16Array, width, height, channels}. */
async function halfs(path, channels, signal) {
  const answer = await send(path, {signal});
  const width = Number(answer.headers.get('X-Width')), height = Number(answer.headers.get('X-Height'));
  const data = new Uint16Array(await answer.arrayBuffer());
  if (data.length !== width * height * channels) throw new ServerError('The server sent a view of another size.', 0);
  return {data, width, height, channels};
}

export const session = () => json('/api/session');
export const list = (offset, limit) => json('/api/files' + query({offset, limit}));
export const describe = id => json(file(id, ''));
export const information = id => json(file(id, '/info'));
export const gainMap = id => json(file(id, '/gainmap'));
export const pixel = (id, x, y, layer) => json(file(id, '/pixel', {x, y, layer}));
export const scopes = (id, {rect, exposure, layer}, signal) =>
  json(file(id, '/scopes', {rect: rectangle(rect), exposure: exposure || undefined, layer}), {signal});
export const statistics = (id, rect, layer) => json(file(id, '/statistics', {rect: rectangle(rect), layer}));
export const compare = (a, b) => json('/api/compare' + query({a, b}));
export const comparePixel = (a, b, x, y) => json('/api/compare/pixel' + query({a, b, x, y}));

export const previewURL = ({id, v}) => file(id, '/preview', {v});
export const thumbnailURL = ({id, v}, size) => file(id, '/thumbnail', {size, v});
export const pictureURL = ({id, v}, max = 4096) => file(id, '/picture', {max, network: acrossNetwork() ? 1 : undefined, v});
export const renditionURL = ({id, v}, {stops, layer, exposure, max = 1600}) =>
  file(id, '/rendition', {headroom: headroom(stops), layer, exposure: exposure || undefined, max, v});
export const patchesURL = stops => '/api/patches' + query({headroom: 2 ** stops});

export const light = ({id, v}, {max, rect, layer}, signal) =>
  halfs(file(id, '/light', {max, rect: rectangle(rect), layer, v}), 3, signal);
export const base = ({id, v}, max, signal) => halfs(file(id, '/base', {max, v}), 3, signal);
export const map = ({id, v}, max, signal) => halfs(file(id, '/map', {max, v}), 3, signal);
export const errorMap = (a, b, max, signal) => halfs('/api/compare/map' + query({a, b, max}), 1, signal);

/** The library's tone map for a display, exposure first: {gains: Float32Array(1024) of log2, peak}. */
export async function tone({id, v}, stops, exposure) {
  const answer = await send(file(id, '/tone', {headroom: headroom(stops), layer: 'core', exposure: exposure || undefined, v}));
  const gains = new Float32Array(await answer.arrayBuffer());
  const peak = answer.headers.get('X-Peak');
  return {gains, peak: peak === null || peak === 'inf' ? Infinity : Number(peak)};
}

/** The bytes of an export and the name that the server gives them. */
export async function exported(id, {format, exposure, stops, layer}) {
  const path = file(id, '/export', {format, exposure: exposure || undefined, layer,
    headroom: stops === null ? undefined : headroom(stops)});
  const answer = await send(path, {method: 'POST'});
  const name = /filename="([^"]*)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  return {blob: await answer.blob(), name: name ?? `export.${format}`};
}

export const upload = (name, body) => json('/api/upload' + query({name}), {method: 'POST', body});

export function socket(path) {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = new WebSocket(`${scheme}//${location.host}${path}`);
  opened.binaryType = 'arraybuffer';
  return opened;
}
