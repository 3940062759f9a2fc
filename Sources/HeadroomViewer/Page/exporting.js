// Downloads: what is seen as a file, or all the light of the file, in the forms that the command writes.

import * as api from './api.js';
import {announce, check, el, menu, range, segmented, setText} from './dom.js';
import {state} from './state.js';
import {wishedStops} from './looks.js';
import {bytes} from './units.js';

const FORMATS = {
  jpeg: {name: 'JPEG', says: 'SDR with a gain map to its HDR, for phones and browsers', quality: 90},
  heic: {name: 'HEIC', says: 'SDR with a gain map to its HDR', quality: 75},
  avif: {name: 'AVIF', says: 'SDR with a gain map to its HDR', quality: 80},
  jxl: {name: 'JPEG XL', says: 'PQ', quality: 90},
  png: {name: 'PNG', says: '16 bit PQ, without loss'},
  tiff: {name: 'TIFF', says: 'linear light in half floats, without loss'},
  exr: {name: 'OpenEXR', says: 'linear light in half floats, without loss'},
};
const SIDES = [['', 'As it is'], ['3840', '3840 pixels'], ['2560', '2560 pixels'], ['1920', '1920 pixels'], ['1080', '1080 pixels'], ['640', '640 pixels']];
const STRIPS = [['', 'All of it'], ['gps', 'Without the place'], ['gps,personal', 'Without place and names'], ['all', 'None']];

export class Exporting {
  constructor(stage) {
    this.stage = stage;
    this.form = {format: 'jpeg', quality: FORMATS.jpeg.quality, side: '', strip: ''};
    this.seen = true;
    this.says = el('p', {class: 'hint'});
    this.box = el('div');
    this.quality = range('Quality', {min: 1, max: 100, step: 1, value: 90, title: '100 is the best and the largest'},
      value => this.choose({quality: value}));
    const asSeen = check('With this headroom, exposure and filters', true, value => { this.seen = value; });
    this.save = el('button', {type: 'button', class: 'main', onclick: () => this.download()}, 'Download');
    this.status = el('p', {class: 'hint', role: 'status'});
    this.content = el('div', {class: 'stack'}, this.box, this.says, this.quality,
      el('div', {class: 'pair'}, menu('Longest side', SIDES, '', side => this.choose({side})),
        menu('Metadata', STRIPS, '', strip => this.choose({strip}))),
      asSeen, el('p', {class: 'buttons'}, this.save), this.status);
  }

  /** The formats that this server can write. */
  offer(formats) {
    const known = formats.filter(format => FORMATS[format]).map(format => [format, FORMATS[format].name, FORMATS[format].says]);
    this.kind = segmented('Format', known, this.form.format, format => this.choose({format, quality: FORMATS[format].quality ?? this.form.quality}));
    this.kind.classList.add('wrap');
    this.box.replaceChildren(this.kind);
    this.choose({});
  }

  choose(patch) {
    this.form = {...this.form, ...patch};
    const {format, quality} = this.form;
    setText(this.says, FORMATS[format].says);
    this.quality.hidden = !FORMATS[format].quality;
    this.quality.show(quality, String(quality));
  }

  clear() {
    this.ticket = null;
    this.save.disabled = false;
    setText(this.status, '');
  }

  async download() {
    const {file} = this.stage, now = state(), ticket = this.ticket = {}, {format, quality, side, strip} = this.form;
    if (!file) return;
    setText(this.status, `Making ${FORMATS[format].name}…`);
    this.save.disabled = true;
    try {
      const shown = this.seen ? file : {...file, filters: undefined};
      const look = this.seen ? {exposure: now.exposure, stops: wishedStops(now), layer: now.layer} : {};
      const form = {format, side, strip, quality: FORMATS[format].quality ? quality : undefined};
      const {blob, name} = await api.exported(shown, look, form);
      save(blob, name);
      if (ticket === this.ticket) setText(this.status, `${name}, ${bytes(blob.size)}`);
      announce(`${name} is ready`);
    } catch (error) {
      if (ticket === this.ticket) setText(this.status, error.message);
    }
    if (ticket === this.ticket) this.save.disabled = false;
  }
}

function save(blob, name) {
  const link = el('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
