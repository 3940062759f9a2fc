// Downloads: the file in another format, as it is seen or with all of its light.

import * as api from './api.js';
import {announce, check, el, setText} from './dom.js';
import {state} from './state.js';
import {bytes} from './units.js';

const NAMES = {jpeg: 'JPEG, gain map', heic: 'HEIC, gain map', avif: 'AVIF', png: 'PNG, PQ', exr: 'OpenEXR', jxl: 'JPEG XL',
  tiff: 'TIFF'};

export class Exporting {
  constructor(stage) {
    this.stage = stage;
    this.seen = true;
    this.buttons = el('div', {class: 'buttons'});
    this.status = el('p', {class: 'hint', role: 'status'});
    const asSeen = check('With this headroom, exposure and filters', true, value => { this.seen = value; });
    this.content = el('div', {class: 'stack'}, asSeen, this.buttons, this.status);
  }

  /** The formats that this server can write. */
  offer(formats) {
    this.buttons.replaceChildren(...formats.map(format =>
      el('button', {type: 'button', onclick: () => this.save(format)}, NAMES[format] ?? format.toUpperCase())));
  }

  async save(format) {
    const {file} = this.stage, now = state();
    if (!file) return;
    setText(this.status, `Making ${NAMES[format] ?? format}…`);
    try {
      const seen = this.seen ? {exposure: now.exposure, stops: now.headroom, layer: now.headroom === null ? undefined : now.layer}
        : {stops: null};
      const edits = {filters: this.seen ? file.filters : undefined, layerName: file.layerName};
      const {blob, name} = await api.exported(file.id, {format, ...seen, ...edits});
      download(blob, name);
      setText(this.status, `${name}, ${bytes(blob.size)}`);
      announce(`${name} is ready`);
    } catch (error) {
      setText(this.status, error.message);
    }
  }
}

function download(blob, name) {
  const link = el('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
