// A little picture of a file that takes long to decode: the strip's, then the preview that the file carries. It gives way
// to whatever comes of the file itself, and never claims to be it.

export class Placeholder {
  constructor(image) {
    this.image = image;
    this.clear();
  }

  clear() {
    this.kind = '';
    this.wanted = '';
    this.image.removeAttribute('src');
  }

  /** Shows a picture that is loaded already. */
  show(url, kind) {
    if (!url) return;
    this.kind = kind;
    this.wanted = this.image.src = url;
  }

  /** Takes a better picture as soon as there is one. Most files have none. */
  async refine(url, kind) {
    const next = new Image();
    next.src = this.wanted = url;
    try {
      await next.decode();
    } catch {
      return;
    }
    if (this.wanted !== url) return;
    this.kind = kind;
    this.image.src = url;
  }

  /** It shows the whole picture upright: with another view it would stand in the wrong place. */
  place(isWanted, {turns, zoom, split}) {
    this.image.hidden = !isWanted || !this.kind || zoom !== null || split !== 'one' || turns % 2 === 1;
    this.image.style.transform = turns === 2 ? 'rotate(180deg)' : '';
  }

  get isShown() {
    return !this.image.hidden;
  }
}
