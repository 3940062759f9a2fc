// Draws panes of light into the canvas with WebGL2. What it draws on the canvas is a proof: the canvas has no headroom,
// light above its white is clipped or scaled. `readLight` gives the same computation as numbers.

import {sizeCanvas} from './dom.js';
import {TO_P3, TO_SRGB, pqTable} from './gl-tables.js';
import {VERTEX, fragment} from './gl-shaders.js';
import {offsets} from './gain.js';

/** Row-major to the order that WebGL takes. */
const columns = m => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

export class Renderer {
  /** Throws where the browser has no WebGL2. */
  constructor(canvas) {
    this.canvas = canvas;
    const options = {antialias: false, alpha: true, depth: false, stencil: false, powerPreference: 'high-performance'};
    const gl = canvas.getContext('webgl2', options);
    if (!gl) throw new Error('This browser has no WebGL2: the headroom slider needs it.');
    this.gl = gl;
    this.forgetAll();
    canvas.addEventListener('webglcontextlost', event => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => { this.forgetAll(); this.onrestored?.(); });
  }

  forgetAll() {
    const {gl} = this;
    this.programs = new Map();
    this.textures = new Map();
    this.tables = new WeakMap();
    gl.disable(gl.DITHER);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.canFloat = gl.getExtension('EXT_color_buffer_float') !== null;
    this.wide = matchMedia('(color-gamut: p3)').matches && 'drawingBufferColorSpace' in gl;
    if (this.wide) gl.drawingBufferColorSpace = 'display-p3';
  }

  /** Sizes the canvas in CSS pixels; `density` is device pixels for one of them. */
  resize(width, height, density) {
    this.density = density;
    sizeCanvas(this.canvas, width, height, density);
  }

  /** Draws panes: [{viewport, clip, view (clip matrix), layers, look}]. */
  draw(panes) {
    const {gl} = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.SCISSOR_TEST);
    for (const pane of panes) this.drawPane(pane);
  }

  drawPane({viewport, clip, matrix, layers, look}) {
    const {gl} = this;
    gl.viewport(...this.device(viewport));
    gl.scissor(...this.device(clip));
    for (const layer of layers) this.drawLayer(layer, matrix, look, 'screen');
  }

  /** CSS pixels from the top to device pixels from the bottom. */
  device({x, y, width, height}) {
    const d = this.density, left = Math.round(x * d), bottom = Math.round(this.canvas.height - (y + height) * d);
    return [left, bottom, Math.round((x + width) * d) - left, Math.round(height * d)];
  }

  drawLayer(layer, matrix, look, output) {
    const {gl} = this;
    const program = this.program({source: layer.source, tone: look.table !== null, channel: look.channel,
      falseColour: look.falseColour, marks: look.marks, output});
    gl.useProgram(program.handle);
    const {x, y, width, height} = layer.rect;
    gl.uniform4f(program.at('uRect'), x, y, width, height);
    gl.uniformMatrix3fv(program.at('uClip'), false, matrix);
    this.bindLook(program, look);
    this.bindLayer(program, layer, look);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  bindLook(program, look) {
    const {gl} = this;
    gl.uniform1f(program.at('uExposure'), 2 ** look.exposure);
    gl.uniform1f(program.at('uPeak'), Number.isFinite(look.peak) ? look.peak : 3e38);
    gl.uniform1f(program.at('uHeadroom'), Number.isFinite(look.headroom) ? look.headroom : 3e38);
    gl.uniform1f(program.at('uProof'), look.proof);
    gl.uniformMatrix3fv(program.at('uOutput'), false, columns(this.wide ? TO_P3 : TO_SRGB));
    gl.uniformMatrix3fv(program.at('uToSRGB'), false, columns(TO_SRGB));
    gl.uniformMatrix3fv(program.at('uToP3'), false, columns(TO_P3));
    if (look.table) this.bind(program, 'uTable', 2, this.table(look.table));
  }

  bindLayer(program, layer, look) {
    this.bind(program, 'uLight', 0, this.texture(layer.view, layer.nearest));
    if (layer.source === 'gain') this.bindGain(program, layer, look);
    if (layer.source === 'error') this.gl.uniform1f(program.at('uErrorTop'), layer.top);
    if (layer.source === 'live') this.bind(program, 'uCurve', 3, this.table(pqTable()));
  }

  bindGain(program, {map, gain, size}, look) {
    const {gl} = this, {entry, exit} = offsets(gain);
    this.bind(program, 'uMap', 1, this.texture(map, false));
    gl.uniform2f(program.at('uSize'), size.width, size.height);
    gl.uniform3fv(program.at('uGainMin'), gain.min);
    gl.uniform3fv(program.at('uGainRange'), gain.max.map((top, i) => top - gain.min[i]));
    gl.uniform3fv(program.at('uGainPower'), gain.gamma.map(value => 1 / value));
    gl.uniform3fv(program.at('uOffsetIn'), entry);
    gl.uniform3fv(program.at('uOffsetOut'), exit);
    gl.uniformMatrix3fv(program.at('uToBase'), false, columns(gain.toBase));
    gl.uniformMatrix3fv(program.at('uFromBase'), false, columns(gain.fromBase));
    gl.uniform1f(program.at('uLess'), look.weight - 1);
  }

  bind(program, name, unit, texture) {
    const {gl} = this;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform1i(program.at(name), unit);
  }

  /** Light as float32 RGBA, rows from the top, of layers drawn at `width` x `height`: what the slider computes. */
  readLight(layers, look, width, height, matrix) {
    const {gl} = this;
    if (!this.canFloat) throw new Error('This browser cannot draw into float textures.');
    const target = this.floatTarget(width, height);
    gl.disable(gl.SCISSOR_TEST);
    gl.viewport(0, 0, width, height);
    for (const layer of layers) this.drawLayer(layer, matrix, look, 'light');
    const pixels = new Float32Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, pixels);
    gl.deleteFramebuffer(target.frame);
    gl.deleteTexture(target.texture);
    return upsideDown(pixels, width, height);
  }

  floatTarget(width, height) {
    const {gl} = this, texture = gl.createTexture(), frame = gl.createFramebuffer();
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    return {texture, frame};
  }

  /** Waits until everything drawn is on the canvas: reading one pixel does that everywhere, `finish` does not. */
  finish() {
    const {gl} = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  /** Gives the GPU's memory back. */
  stop() {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  /** The texture of a view, made when it is first drawn. */
  texture(view, nearest) {
    const {gl} = this;
    let texture = this.textures.get(view);
    gl.activeTexture(gl.TEXTURE7);
    if (texture) gl.bindTexture(gl.TEXTURE_2D, texture);
    else this.textures.set(view, texture = this.upload(view));
    const filter = nearest ? gl.NEAREST : gl.LINEAR;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    return texture;
  }

  upload(view) {
    const {gl} = this, texture = gl.createTexture();
    const [inner, order, type] = view.pq ? [gl.RGB10_A2, gl.RGBA, gl.UNSIGNED_INT_2_10_10_10_REV]
      : view.channels === 1 ? [gl.R16F, gl.RED, gl.HALF_FLOAT] : [gl.RGB16F, gl.RGB, gl.HALF_FLOAT];
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texStorage2D(gl.TEXTURE_2D, 1, inner, view.width, view.height);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, view.width, view.height, order, type, view.data);
    return texture;
  }

  /** Puts a new frame into the texture of a view that changes. */
  replace(view) {
    const {gl} = this, texture = this.textures.get(view);
    if (!texture) return;
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    const [order, type] = view.pq ? [gl.RGBA, gl.UNSIGNED_INT_2_10_10_10_REV] : [gl.RGB, gl.HALF_FLOAT];
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, view.width, view.height, order, type, view.data);
  }

  forget(view) {
    const texture = this.textures.get(view);
    if (texture) this.gl.deleteTexture(texture);
    this.textures.delete(view);
  }

  /** A table of floats as a texture: each entry and the step to the next. */
  table(values) {
    const {gl} = this;
    let texture = this.tables.get(values);
    if (texture) return texture;
    const pairs = new Float32Array(values.length * 2);
    for (let i = 0; i < values.length; i++) {
      pairs[2 * i] = values[i];
      pairs[2 * i + 1] = i + 1 < values.length ? values[i + 1] - values[i] : 0;
    }
    texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RG32F, values.length, 1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, values.length, 1, gl.RG, gl.FLOAT, pairs);
    this.tables.set(values, texture);
    return texture;
  }

  program(features) {
    const key = JSON.stringify(features);
    if (!this.programs.has(key)) this.programs.set(key, this.compile(features));
    return this.programs.get(key);
  }

  compile(features) {
    const {gl} = this, handle = gl.createProgram(), places = new Map();
    const parts = [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, fragment(features)]];
    for (const [kind, text] of parts) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(handle, shader);
      gl.deleteShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
        throw new Error(`The shader does not compile: ${gl.getShaderInfoLog(shader)}`);
      }
    }
    gl.linkProgram(handle);
    const at = name => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(handle, name));
      return places.get(name);
    };
    return {handle, at};
  }
}

function upsideDown(pixels, width, height) {
  const row = width * 4, turned = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++) turned.set(pixels.subarray((height - 1 - y) * row, (height - y) * row), y * row);
  return turned;
}
