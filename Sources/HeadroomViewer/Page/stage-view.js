// The part of the file that the stage shows: a centre and a zoom that the person chose, or the whole of it.

import {fitZoom, toFile} from './geometry.js';
import {set, state} from './state.js';

export class StageView {
  get size() {
    return {width: this.element.clientWidth || 1, height: this.element.clientHeight || 1};
  }

  paneViewport() {
    const {width, height} = this.size;
    return {x: 0, y: 0, width: state().split === 'side' ? Math.floor(width / 2) - 1 : width, height};
  }

  /** The view, with fit and centre where the person chose none. */
  view() {
    const now = state(), file = this.file ?? {width: 1, height: 1};
    return {turns: now.turns, zoom: now.zoom ?? fitZoom(file, this.paneViewport(), now.turns),
      cx: now.cx ?? file.width / 2, cy: now.cy ?? file.height / 2};
  }

  /** The viewport under a point of the stage. */
  viewportAt(x) {
    const now = this.paneViewport();
    return state().split === 'side' && x > now.width ? {...now, x: now.width + 2} : now;
  }

  fileAt(x, y) {
    return toFile(this.view(), this.viewportAt(x), x, y);
  }

  /** Zooms, keeping the file's point under (x, y) of the stage. */
  zoomBy(factor, x = null, y = null) {
    if (!this.file) return;
    const viewport = this.viewportAt(x ?? 0), view = this.view();
    const at = [x ?? viewport.x + viewport.width / 2, y ?? viewport.y + viewport.height / 2];
    const [px, py] = toFile(view, viewport, ...at);
    const zoom = Math.min(Math.max(view.zoom * factor, 1 / 64), 128);
    const [qx, qy] = toFile({...view, zoom}, viewport, ...at);
    set({zoom, cx: view.cx + px - qx, cy: view.cy + py - qy});
  }

  panBy(dx, dy) {
    const view = this.view(), origin = {x: 0, y: 0, width: 0, height: 0};
    const [x, y] = toFile({...view, cx: 0, cy: 0}, origin, dx, dy);
    const inside = (value, limit) => Math.min(Math.max(value, 0), limit);
    if (this.file) set({cx: inside(view.cx - x, this.file.width), cy: inside(view.cy - y, this.file.height),
      zoom: view.zoom});
  }

  fit() {
    set({zoom: null, cx: null, cy: null});
  }

  /** One file pixel on one device pixel. */
  actual(x = null, y = null) {
    this.zoomBy(1 / devicePixelRatio / this.view().zoom, x, y);
  }
}
