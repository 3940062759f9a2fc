// Files from this computer: the picker and dropping. The server keeps the bytes in memory and never writes them.

import * as api from './api.js';
import {announce, el} from './dom.js';

export class Uploading {
  /** `taken` gets the id of the last picture, `said` what became of the others. */
  constructor(taken, said) {
    this.taken = taken;
    this.said = said;
    this.input = el('input', {type: 'file', multiple: true, class: 'unseen', tabindex: '-1', 'aria-label': 'Open pictures',
      onchange: () => this.take(this.input.files)});
    document.body.append(this.input);
    addEventListener('dragover', event => this.over(event));
    addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
    addEventListener('drop', event => this.dropped(event));
  }

  pick() {
    this.input.value = '';
    this.input.click();
  }

  over(event) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  }

  dropped(event) {
    event.preventDefault();
    document.body.classList.remove('dropping');
    this.take(event.dataTransfer.files);
  }

  /** One after the other: the server has a cap. What it does not take is named, and the pictures are opened all the same. */
  async take(files) {
    const left = [];
    let last = null;
    for (const file of files) {
      announce(`Opening ${file.name}`);
      try {
        last = (await api.upload(file.name, file)).id;
      } catch (error) {
        left.push(`${file.name}: ${error.message}.`);
      }
    }
    if (last) await this.taken(last);
    this.said(left.length ? `Not opened: ${left.join(' ')}` : '');
  }
}
