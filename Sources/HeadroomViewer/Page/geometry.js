// Where a pixel of the file lies on the screen. A view is a centre in file pixels, a zoom in CSS pixels for one file
// pixel, and quarter turns clockwise. Pure functions: stage, shader and overlay share them.

const TURNS = [[1, 0, 0, 1], [0, -1, 1, 0], [-1, 0, 0, -1], [0, 1, -1, 0]];

/** A viewport of CSS pixels: {x, y, width, height}; a view: {cx, cy, zoom, turns}. */
export function toScreen(view, viewport, x, y) {
  const [a, b, c, d] = TURNS[view.turns], dx = (x - view.cx) * view.zoom, dy = (y - view.cy) * view.zoom;
  return [viewport.x + viewport.width / 2 + a * dx + b * dy, viewport.y + viewport.height / 2 + c * dx + d * dy];
}

export function toFile(view, viewport, sx, sy) {
  const [a, b, c, d] = TURNS[view.turns];
  const dx = (sx - viewport.x - viewport.width / 2) / view.zoom, dy = (sy - viewport.y - viewport.height / 2) / view.zoom;
  return [view.cx + a * dx + c * dy, view.cy + b * dx + d * dy];
}

/** The CSS matrix that puts an element of `file` pixels (scaled by `unit`) in place. */
export function cssMatrix(view, viewport, unit) {
  const [a, b, c, d] = TURNS[view.turns], s = view.zoom * unit;
  const [x, y] = toScreen(view, {...viewport, x: 0, y: 0}, 0, 0);
  return `matrix(${a * s}, ${c * s}, ${b * s}, ${d * s}, ${x}, ${y})`;
}

/** From file pixels to clip space (-1 to 1, y up) of a viewport, column-major 3 x 3 for the shader. */
export function clipMatrix(view, viewport) {
  const [a, b, c, d] = TURNS[view.turns], w = 2 * view.zoom / viewport.width, h = -2 * view.zoom / viewport.height;
  return [a * w, c * h, 0, b * w, d * h, 0, -(a * view.cx + b * view.cy) * w, -(c * view.cx + d * view.cy) * h, 1];
}

export function fitZoom(file, viewport, turns) {
  const [width, height] = turns % 2 ? [file.height, file.width] : [file.width, file.height];
  return Math.min(viewport.width / width, viewport.height / height);
}

/** The part of the file that a viewport shows, in whole pixels. */
export function visibleRect(view, viewport, file, margin = 0) {
  const corners = [toFile(view, viewport, viewport.x, viewport.y),
    toFile(view, viewport, viewport.x + viewport.width, viewport.y + viewport.height)];
  const [x0, x1] = [corners[0][0], corners[1][0]].sort((a, b) => a - b);
  const [y0, y1] = [corners[0][1], corners[1][1]].sort((a, b) => a - b);
  const left = Math.max(0, Math.floor(x0) - margin), top = Math.max(0, Math.floor(y0) - margin);
  const right = Math.min(file.width, Math.ceil(x1) + margin), bottom = Math.min(file.height, Math.ceil(y1) + margin);
  return {x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top)};
}

export function contains(outer, inner) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width
    && inner.y + inner.height <= outer.y + outer.height;
}
