// Computes a strip of the proof beside the page. It keeps the views that it was given, and their light on the canvas's
// grid for as long as the picture does not move: then a move of a slider is one pass over that.

import {encode, prepare, rowOf, shade} from './proof-rows.js';

const views = new Map();
let prepared = new Map(), row = rowOf(1);

onmessage = ({data}) => {
  if (data.view) views.set(data.id, data.view);
  else if (data.forget) views.delete(data.forget);
  else postMessage(strip(data), [data.buffer]);
};

/** Rows `top` to `bottom` of a canvas that is `width` pixels wide. */
function strip({ticket, buffer, width, top, bottom, panes}) {
  const pixels = new Uint32Array(buffer), used = new Map(), prepares = [];
  if (row.light.length < width * 3) row = rowOf(width);
  pixels.fill(0);
  for (const pane of panes) {
    for (const layer of pane.layers) {
      const light = known(layer, {...layer.area, y0: Math.max(layer.area.y0, top), y1: Math.min(layer.area.y1, bottom)},
        used, prepares);
      if (light) paint(light, pane, layer.tables, pixels, width, top);
    }
  }
  prepared = used;
  return {ticket, buffer, prepares: prepares.length};
}

function known(layer, area, used, prepares) {
  if (area.x0 >= area.x1 || area.y0 >= area.y1) return null;
  const key = JSON.stringify([layer.view, layer.map, layer.texel, layer.mapTexel, layer.nearest, area]);
  if (!used.has(key)) {
    if (!prepared.has(key)) prepares.push(key);
    used.set(key, prepared.get(key) ?? prepare({...layer, view: views.get(layer.view), map: views.get(layer.map)}, area));
  }
  return used.get(key);
}

function paint(light, {clip}, tables, pixels, width, top) {
  const {area} = light, from = Math.max(area.x0, clip.x0), to = Math.min(area.x1, clip.x1);
  for (let y = Math.max(area.y0, clip.y0); y < Math.min(area.y1, clip.y1) && from < to; y++) {
    shade(light, tables, y, row);
    encode(row.light, from - area.x0, to - area.x0, tables.matrix, pixels, (y - top) * width + from);
  }
}
