// The canvas of the proof: with WebGL2, or computed by the processor where that is quicker. Which of the two is
// measured once, on a picture of its own, when the page has a moment for it.

import {CPURenderer} from './cpu-renderer.js';
import {Renderer} from './gl-renderer.js';
import {ENTRIES} from './tone.js';
import {el} from './dom.js';

// The trial: a part of a screen, drawn a few times.
const WIDTH = 640, HEIGHT = 400, ROUNDS = 6;
// GPUs take less than this for it (ms). What takes more is software, and the processor's own way is quicker once it is
// compiled, which a few drawings on a busy machine need not show: it takes over unless it is clearly slower.
const AT_ONCE = 6, CLEARLY = 2;

export class Proof {
  /** `box` holds the canvases, one of them on view. */
  constructor(box) {
    this.box = box;
    this.begun = this.shown = 0;  // numbers of drawings: the last one that was asked for, and that on the canvas
    try {
      this.gl = new Renderer(this.canvas());
      this.gl.onrestored = () => this.onrestored?.();
    } catch (error) {
      this.gl = null;
      this.trouble = error.message;
    }
    this.cpu = this.gl ? null : this.makeCPU();
    this.measured = this.gl ? idle().then(() => this.measure()) : Promise.resolve();
  }

  canvas() {
    const node = el('canvas', {hidden: true});
    this.box.append(node);
    return node;
  }

  makeCPU() {
    const cpu = new CPURenderer(this.canvas());
    cpu.onput = number => { if (this.last === cpu) this.reveal(number); };
    if (this.size) cpu.resize(...this.size);
    return cpu;
  }

  /** Sizes the canvases in CSS pixels; the last number is device pixels for one of them. */
  resize(...size) {
    this.size = size;
    this.gl?.resize(...size);
    this.cpu?.resize(...size);
  }

  /** Draws panes, soon; false where this browser cannot. */
  draw(panes) {
    const able = this.cpu?.canDraw(panes) ? this.cpu : this.gl;
    if (!able) return false;
    this.last = able;
    able.draw(panes, ++this.begun);
    // The other canvas stays on view until the workers are done.
    if (able === this.gl) this.reveal(this.begun);
    return true;
  }

  /** A drawing is on its canvas. */
  reveal(number) {
    this.shown = Math.max(this.shown, number ?? 0);
    for (const renderer of [this.gl, this.cpu]) if (renderer) renderer.canvas.hidden = renderer !== this.last;
    this.onshown?.();
  }

  /** Resolves when what was drawn is on the canvas. */
  async finish() {
    await this.last?.finish();
  }

  forget(view) {
    this.gl?.forget(view);
    this.cpu?.forget(view);
  }

  /** A new frame of a view that changes: only the shader draws those. */
  replace(view) {
    this.gl?.replace(view);
  }

  /** The light that is computed for the canvas, as numbers. */
  readLight(...what) {
    return (this.cpu ?? this.gl).readLight(...what);
  }

  /** Times both on the same picture, in turns, so that what else the machine does counts for both. */
  async measure() {
    const trials = [new Trial(canvas => new Renderer(canvas)), new Trial(canvas => new CPURenderer(canvas))];
    for (let round = 0; round < ROUNDS; round++) for (const trial of trials) await trial.run(round);
    const [gl, cpu] = trials.map(trial => trial.end());
    this.times = {gl, cpu};
    this.use(gl > AT_ONCE && cpu < CLEARLY * gl);
  }

  /** Whether the processor draws what it can. */
  use(cpu) {
    if (cpu && !this.cpu) this.cpu = this.makeCPU();
    if (!cpu && this.cpu) {
      this.cpu.stop();
      this.cpu.canvas.remove();
      this.cpu = null;
    }
    this.shown = 0;
    this.onrestored?.();
  }
}

/** A renderer on a canvas of its own that draws the same tone mapped picture several times; the first ones compile. */
class Trial {
  constructor(make) {
    this.best = Infinity;
    try {
      this.renderer = make(new OffscreenCanvas(WIDTH, HEIGHT));
      this.renderer.resize(WIDTH, HEIGHT, 1);
    } catch {
      this.renderer = null;
    }
    const data = Uint16Array.from({length: WIDTH * HEIGHT * 3}, (_, i) => 0x2c00 + i % 0x1800);
    this.view = {width: WIDTH, height: HEIGHT, channels: 3, data};
  }

  async run(round) {
    const whole = {x: 0, y: 0, width: WIDTH, height: HEIGHT};
    const look = {exposure: 0, table: new Float32Array(ENTRIES).fill(-round), peak: 4, headroom: 4, channel: 'rgb',
      falseColour: false, marks: 0, weight: 1, proof: 1};
    const start = performance.now();
    this.renderer?.draw([{viewport: whole, clip: whole, matrix: [2 / WIDTH, 0, 0, 0, -2 / HEIGHT, 0, -1, 1, 1], look,
      layers: [{source: 'light', view: this.view, rect: whole, nearest: false}]}]);
    await this.renderer?.finish();
    this.best = Math.min(this.best, this.renderer ? performance.now() - start : Infinity);
  }

  /** The quickest drawing in milliseconds. */
  end() {
    this.renderer?.stop();
    return this.best;
  }
}

const idle = () => new Promise(done => (globalThis.requestIdleCallback ?? setTimeout)(done, {timeout: 3000}));
