// The list of files: fetched in pages, in the order that the server shows. A folder may hold many thousands.

import * as api from './api.js';

const PAGE = 500;

export class Files {
  constructor() {
    this.total = 0;
    this.generation = 0;
    this.items = [];
    this.pages = new Map();
  }

  /** Fetches the first page (or all known pages again) and says whether something is different. */
  async reload() {
    const known = [...this.pages.keys()];
    this.pages.clear();
    this.items = [];
    await Promise.all((known.length ? known : [0]).map(page => this.page(page)));
  }

  page(number) {
    if (!this.pages.has(number)) this.pages.set(number, this.fetchPage(number));
    return this.pages.get(number);
  }

  async fetchPage(number) {
    try {
      const answer = await api.list(number * PAGE, PAGE);
      this.total = answer.total;
      this.generation = answer.generation;
      answer.files.forEach((file, index) => { this.items[number * PAGE + index] = file; });
      this.items.length = Math.min(this.items.length, this.total);
      this.onchange?.();
    } catch (error) {
      this.pages.delete(number);
      throw error;
    }
  }

  /** The files of a range that are known; asks for the rest. */
  slice(from, to) {
    for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, this.total); page++) {
      if (!this.pages.has(page)) this.page(page).catch(() => {});
    }
    return this.items.slice(from, to);
  }

  index(id) {
    return this.items.findIndex(file => file?.id === id);
  }

  byId(id) {
    return this.items.find(file => file?.id === id) ?? null;
  }
}
