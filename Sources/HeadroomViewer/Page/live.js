// Live mode: frames that a program on the server renders, with this page as its screen. The page asks for the next frame
// by acknowledging the last, so a slow page gets fewer frames and never old ones.

import * as api from './api.js';
import {wishedStops} from './looks.js';
import {clipMatrix, fitZoom} from './geometry.js';
import {set, state, watch} from './state.js';
import {announce, byId, setText} from './dom.js';
import {LiveVideo} from './live-video.js';
import {acrossNetwork} from './network.js';
import {screenReport, watchScreen} from './page-screen.js';

const MAGIC = 0x4852464d, HEADER = 32, LARGEST = 8192;
const BEGINNING = 3, FRAGMENT = 4;

export class Live {
  constructor(stage) {
    this.stage = stage;
    watch(['live'], now => (now.live ? this.start() : this.stop()));
    watch(['headroom'], () => this.tell());
    watchScreen(stage.element, () => this.tell());
    watch(['policy'], () => this.video?.limit(state().policy));
    watch(['headroom', 'exposure', 'proof', 'marks', 'falseColour', 'channel'], () => { if (this.view) this.draw(); });
    if (state().live) this.start();
  }

  start() {
    if (this.socket) return;
    // Frames as they come are the shader's.
    const draws = Boolean(this.stage.renderer?.gl);
    const wantsVideo = LiveVideo.isThere && (acrossNetwork() || !draws);
    if (!wantsVideo && !draws) return;
    this.frames = [];
    this.video = wantsVideo ? this.makeVideo() : null;
    this.stage.hideProof();
    this.socket = api.socket(wantsVideo ? '/api/live?network=1' : '/api/live');
    this.socket.onopen = () => this.tell();
    this.socket.onmessage = ({data}) => (data instanceof ArrayBuffer ? this.receive(data) : this.describe(data));
    this.socket.onclose = ({reason}) => this.ended(reason);
    document.body.classList.add('live');
    announce('Live mode');
  }

  /** What a browser plays: HDR on a screen that has it, without a proof of ours. */
  makeVideo() {
    this.stage.canvas.hidden = true;
    const video = new LiveVideo(this.stage.element, {
      ontaken: number => this.send({ready: number}), onshown: size => this.count(size, 'VP9, as the browser shows it'),
      ontrouble: text => this.ended(text)});
    video.limit(state().policy);
    return video;
  }

  /** A text in front of a movie says what it is. */
  describe(text) {
    const {video} = JSON.parse(text);
    if (video) this.video?.begin(video);
  }

  stop() {
    this.socket?.close();
    this.socket = null;
    if (this.view) this.stage.renderer.forget(this.view);
    this.view = null;
    this.video?.stop();
    this.video = null;
    document.body.classList.remove('live');
    this.stage.hideProof();
    this.stage.refresh();
  }

  /** The server ended it: the page goes back to its file. */
  ended(reason) {
    if (!this.socket) return;
    this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
    this.stage.troubles.set('light', `The live connection ended${reason ? `: ${reason}` : '.'}`);
    set({live: false});
  }

  /** The page is the program's screen: it says what it is. */
  tell() { this.send(screenReport(state(), this.stage.size)); }

  send(words) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(words));
  }

  receive(buffer) {
    const frame = parsed(buffer);
    if (!frame) return this.socket.close();
    if (frame.movie) return this.video?.append(frame);
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
    this.send({ready: frame.number});
    this.count(frame, 'SDR proof');
  }

  draw() {
    const {stage, view} = this, now = state(), {width, height} = stage.size;
    const viewport = {x: 0, y: 0, width, height}, rect = {x: 0, y: 0, width: view.width, height: view.height};
    const matrix = clipMatrix({cx: view.width / 2, cy: view.height / 2, turns: 0, zoom: fitZoom(view, viewport, 0)}, viewport);
    const stops = wishedStops(now), headroom = stops === null ? Infinity : 2 ** stops;
    const look = {exposure: now.exposure, table: null, peak: headroom, headroom, channel: now.channel, weight: 1,
      falseColour: now.falseColour, marks: now.marks, proof: now.proof === 'fit' && Number.isFinite(headroom) ? 1 / headroom : 1};
    const layers = [{source: view.pq ? 'live' : 'light', view, rect, nearest: false}];
    stage.canvas.hidden = false;
    stage.renderer.draw([{viewport, clip: viewport, matrix, layers, look}]);
  }

  /** Frames drawn in the last second, beside the size. */
  count(frame, how) {
    const now = performance.now();
    this.frames = [...this.frames.filter(time => now - time < 1000), now];
    const badge = byId('badge');
    badge.hidden = false;
    setText(badge, `Live · ${frame.width} × ${frame.height} · ${this.frames.length} frames a second · ${how}`);
  }
}

/** A frame: {number, width, height, pq, data}, or {number, width, height, movie, isFrame} with bytes of a movie; null for
 *  bytes that are none. */
export function parsed(buffer) {
  if (buffer.byteLength < HEADER) return null;
  const words = new DataView(buffer), at = index => words.getUint32(index * 4, true);
  const [number, width, height, format] = [at(1), at(2), at(3), at(4)];
  const pq = format === 1, size = width * height * (pq ? 4 : 6);
  if (at(0) === MAGIC && (format === BEGINNING || format === FRAGMENT)) {
    return {number, width, height, movie: new Uint8Array(buffer, HEADER), isFrame: format === FRAGMENT};
  }
  if (at(0) !== MAGIC || (!pq && format !== 2) || !width || !height || width > LARGEST || height > LARGEST) return null;
  if (buffer.byteLength !== HEADER + size) return null;
  const data = pq ? new Uint32Array(buffer, HEADER, width * height) : new Uint16Array(buffer, HEADER, width * height * 3);
  return {number, width, height, pq, channels: 3, data};
}
