// One real HDR file in an <img>: the only way to light above white without flags in every browser of the family. A new
// picture is decoded beside the old one and takes its place when it is ready, so that nothing flickers.

import {el} from './dom.js';

export class Picture {
  constructor(box) {
    this.box = box;
    this.image = el('img', {alt: '', draggable: 'false'});
    this.box.append(this.image);
    this.shown = '';
    this.wanted = '';
  }

  /** Whether the picture on screen is this one, decoded. */
  shows(url) {
    return this.shown === url;
  }

  /** Brings a picture; resolves with true when it is on screen, false when another one was wanted meanwhile. */
  async show(url, limit, name) {
    this.wanted = url;
    if (this.shown !== url) {
      const next = el('img', {alt: name, draggable: 'false'});
      next.decoding = 'async';
      next.src = url;
      try {
        await next.decode();
      } catch {
        if (this.wanted === url) throw new Error(await explained(url));
        return false;
      }
      if (this.wanted !== url) return false;
      this.replace(next, url);
    }
    this.image.className = 'limit-' + limit;
    return true;
  }

  /** Lets go of a picture of another file. */
  belongTo(key) {
    if (this.key !== key && this.wanted) this.clear();
    this.key = key;
  }

  replace(next, url) {
    next.style.cssText = this.image.style.cssText;
    this.image.replaceWith(next);
    this.image = next;
    this.shown = url;
    this.onreplace?.();
  }

  clear() {
    this.shown = '';
    this.wanted = '';
    const next = el('img', {alt: '', draggable: 'false'});
    next.style.cssText = this.image.style.cssText;
    this.image.replaceWith(next);
    this.image = next;
  }

  /** Puts the picture in place: `size` in file pixels, `matrix` from them to the box. */
  place(size, matrix, zoom) {
    const {style, naturalWidth} = this.image;
    style.width = size.width + 'px';
    style.height = size.height + 'px';
    style.transform = matrix;
    style.imageRendering = naturalWidth && zoom * size.width / naturalWidth >= 2 ? 'pixelated' : 'auto';
  }

  /** Pixels of the picture for one of the file. */
  resolution(size) {
    return this.image.naturalWidth / size.width;
  }
}

/** Why a picture did not come, in the server's words. */
async function explained(url) {
  try {
    const answer = await fetch(url, {credentials: 'same-origin'});
    if (!answer.ok) return (await answer.json()).error.message;
  } catch {
    return 'The server does not answer.';
  }
  return 'This browser cannot show the picture that the server made.';
}
