// Files from this computer: the picker and dropping. The server keeps the bytes in memory and never writes them.

import * as api from './api.js';
import {announce, el} from './dom.js';

export class Uploading {
  constructor(stage, taken) {
    this.stage = stage;
    this.taken = taken;
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

  /** One after the other: the server has a cap, and one file that it refuses does not stop the next. */
  async take(files) {
    const failed = [];
    let last = null;
    for (const file of files) {
      announce(`Opening ${file.name}`);
      try {
        last = (await api.upload(file.name, file)).id;
      } catch (error) {
        failed.push(`${file.name}: ${error.message}`);
      }
    }
    if (failed.length) this.stage.troubles.set('upload', failed.join(' '));
    else this.stage.troubles.delete('upload');
    this.stage.refresh();
    if (last) await this.taken(last);
  }
}
