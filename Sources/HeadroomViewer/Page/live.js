// Live mode: frames that a program on the server renders, with this page as its screen. The page asks for the next frame
// by acknowledging the last, so a slow page gets fewer frames and never old ones.

import * as api from './api.js';
import {clipMatrix, fitZoom} from './geometry.js';
import {set, state, watch} from './state.js';
import {announce, byId, setText} from './dom.js';

const MAGIC = 0x4852464d, HEADER = 32, LARGEST = 8192;
const MOST = 64;  // the slider's end stands for a display without limit

export class Live {
  constructor(stage) {
    this.stage = stage;
    watch(['live'], now => (now.live ? this.start() : this.stop()));
    watch(['headroom'], () => this.tell());
    watch(['headroom', 'exposure', 'proof', 'marks', 'falseColour', 'channel'], () => { if (this.view) this.draw(); });
    if (state().live) this.start();
  }

  start() {
    if (this.socket || !this.stage.renderer) return;
    this.frames = [];
    this.socket = api.socket('/api/live');
    this.socket.onopen = () => this.tell();
    this.socket.onmessage = ({data}) => { if (data instanceof ArrayBuffer) this.receive(data); };
    this.socket.onclose = () => this.ended();
    document.body.classList.add('live');
    announce('Live mode');
  }

  stop() {
    this.socket?.close();
    this.socket = null;
    if (this.view) this.stage.renderer.forget(this.view);
    this.view = null;
    document.body.classList.remove('live');
    this.stage.refresh();
  }

  /** The server ended it: the page goes back to its file. */
  ended() {
    if (!this.socket) return;
    this.socket = null;
    this.stage.troubles.set('light', 'The live connection ended.');
    set({live: false});
  }

  /** The page is the program's screen: it says its headroom. */
  tell() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const stops = state().headroom;
    this.socket.send(JSON.stringify({headroom: stops === null ? MOST : 2 ** stops}));
  }

  receive(buffer) {
    const frame = parsed(buffer);
    if (!frame) return this.socket.close();
    this.newest = frame;
    if (!this.waiting) this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.show(this.newest); });
  }

  show(frame) {
    if (!this.socket) return;
    const {view} = this;
    if (view && view.width === frame.width && view.height === frame.height && view.pq === frame.pq) {
      view.data = frame.data;
      this.stage.renderer.replace(view);
    } else {
      if (view) this.stage.renderer.forget(view);
      this.view = frame;
    }
    this.draw();
    this.socket.send(JSON.stringify({ready: frame.number}));
    this.count(frame);
  }

  draw() {
    const {stage, view} = this, now = state(), {width, height} = stage.size;
    const viewport = {x: 0, y: 0, width, height}, rect = {x: 0, y: 0, width: view.width, height: view.height};
    const matrix = clipMatrix({cx: view.width / 2, cy: view.height / 2, turns: 0, zoom: fitZoom(view, viewport, 0)}, viewport);
    const headroom = now.headroom === null ? Infinity : 2 ** now.headroom;
    const look = {exposure: now.exposure, table: null, peak: headroom, headroom, channel: now.channel, weight: 1,
      falseColour: now.falseColour, marks: now.marks, proof: now.proof === 'fit' && Number.isFinite(headroom) ? 1 / headroom : 1};
    const layers = [{source: view.pq ? 'live' : 'light', view, rect, nearest: false}];
    stage.canvas.hidden = false;
    stage.renderer.draw([{viewport, clip: viewport, matrix, layers, look}]);
  }

  /** Frames drawn in the last second, beside the size. */
  count(frame) {
    const now = performance.now();
    this.frames = [...this.frames.filter(time => now - time < 1000), now];
    const badge = byId('badge');
    badge.hidden = false;
    setText(badge, `Live · ${frame.width} × ${frame.height} · ${this.frames.length} frames a second · SDR proof`);
  }
}

/** A frame: {number, width, height, pq, data}; null for bytes that are none. */
export function parsed(buffer) {
  if (buffer.byteLength < HEADER) return null;
  const words = new DataView(buffer), at = index => words.getUint32(index * 4, true);
  const [number, width, height, format] = [at(1), at(2), at(3), at(4)];
  const pq = format === 1, size = width * height * (pq ? 4 : 6);
  if (at(0) !== MAGIC || (!pq && format !== 2) || !width || !height || width > LARGEST || height > LARGEST) return null;
  if (buffer.byteLength !== HEADER + size) return null;
  const data = pq ? new Uint32Array(buffer, HEADER, width * height) : new Uint16Array(buffer, HEADER, width * height * 3);
  return {number, width, height, pq, channels: 3, data};
}
