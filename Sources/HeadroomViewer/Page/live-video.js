// Live frames as a movie that the browser's own player shows: what comes across a network, and what there is without
// WebGL2. Fragments are handed to the player as they come; it is kept close to the newest.

import {el} from './dom.js';

const Source = window.MediaSource ?? window.ManagedMediaSource;

// Seconds behind the newest frame: from where it is played faster, from where the rest is skipped.
const EASY = 0.15, CLOSE = 0.04, TOO_FAR = 0.6;
const KEPT = 8;  // seconds of what was shown

export class LiveVideo {
  static get isThere() { return Boolean(Source); }

  /** `ontaken(number)`: the player has a frame. `onshown({width, height})`: one is on screen. `ontrouble(sentence)`. */
  constructor(host, {ontaken, onshown, ontrouble}) {
    Object.assign(this, {ontaken, onshown, ontrouble});
    this.element = el('video', {class: 'live-video', 'aria-label': 'Live video'});
    Object.assign(this.element, {muted: true, playsInline: true, autoplay: true, disableRemotePlayback: true});
    this.element.onerror = () => this.ontrouble(`the browser cannot play this: ${this.element.error?.message ?? ''}`);
    host.prepend(this.element);
    this.queue = [];
    this.watchFrames();
  }

  /** Which of CSS's ranges the video may use. */
  limit(policy) { this.element.className = `live-video limit-${policy}`; }

  /** A movie of a type begins; the bytes of its beginning follow. */
  begin(type) {
    if (!Source.isTypeSupported(type)) return this.ontrouble(`this browser does not play ${type}`);
    if (this.source) return this.queue.push({type});
    this.source = new Source();
    this.source.onsourceopen = () => {
      URL.revokeObjectURL(this.address);
      this.buffer = this.source.addSourceBuffer(type);
      this.buffer.onupdateend = () => this.updated();
      this.next();
    };
    this.element.src = this.address = URL.createObjectURL(this.source);
  }

  append(part) {
    this.queue.push(part);
    this.next();
  }

  stop() {
    this.stopped = true;
    this.element.onerror = null;
    this.element.removeAttribute('src');
    this.element.load();
    this.element.remove();
  }

  next() {
    const part = this.queue[0];
    if (!part || !this.buffer || this.buffer.updating || this.stopped) return;
    if (part.type) {
      this.queue.shift();
      this.buffer.changeType(part.type);
      return this.next();
    }
    try {
      this.buffer.appendBuffer(part.movie);
      this.part = this.queue.shift();
    } catch (error) {
      // Full: what was shown goes, and the part is tried again.
      if (error.name !== 'QuotaExceededError' || !this.forget(1)) this.ontrouble(error.message);
    }
  }

  updated() {
    const {part} = this;
    this.part = null;
    if (part?.isFrame) {
      this.size = {width: part.width, height: part.height};
      this.ontaken(part.number);
      this.follow();
      if (this.forget(KEPT)) return;
    }
    this.next();
  }

  /** Lets go of what is older than some seconds; whether there is any. */
  forget(seconds) {
    const {buffered} = this.buffer, end = this.element.currentTime - seconds;
    // By pieces: each removal costs.
    if (!buffered.length || buffered.start(0) > end - (seconds > 1 ? 2 : 0) || end <= 0) return false;
    this.buffer.remove(0, end);
    return true;
  }

  /** Keeps the player close to the newest frame, but not so close that it runs dry. */
  follow() {
    const {element} = this, {buffered} = this.buffer, last = buffered.length - 1;
    if (last < 0) return;
    const behind = buffered.end(last) - element.currentTime;
    if (behind > TOO_FAR || element.currentTime < buffered.start(last)) element.currentTime = buffered.end(last) - CLOSE;
    element.playbackRate = behind > EASY ? 1.15 : behind < CLOSE ? 0.95 : 1;
    if (element.paused) element.play().catch(() => {});
  }

  watchFrames() {
    if (!this.element.requestVideoFrameCallback) return;
    const shown = () => {
      if (this.stopped) return;
      this.onshown(this.size);
      this.element.requestVideoFrameCallback(shown);
    };
    this.element.requestVideoFrameCallback(shown);
  }
}
