// The library's tone map as the page keeps it: tables of gains in stops for a few headrooms. Between two of those the
// gains are mixed in stops, which is how ST 2094-50 defines the operator, so that no move of the slider asks the server.

/** Entries of a table: the largest component of entry i is 2^(-12 + 24 i / 1023). */
export const ENTRIES = 1024;
export const LOWEST = -12, PER_STOP = (ENTRIES - 1) / 24;

const KEPT = 64;

export class ToneMap {
  /** `headrooms` in stops, increasing; `tables` one for each. Above the last nothing is mapped. */
  constructor(headrooms, tables) {
    this.headrooms = headrooms;
    this.tables = tables;
    this.made = new Map();
  }

  /** The gains for a display of `stops`. The same array for the same display: what is made of it is made once. */
  at(stops) {
    let gains = this.made.get(stops);
    if (!gains) {
      if (this.made.size >= KEPT) this.made.delete(this.made.keys().next().value);
      this.made.set(stops, gains = this.mixed(stops));
    }
    return gains;
  }

  mixed(stops) {
    const {headrooms, tables} = this, last = headrooms.length - 1;
    if (stops >= headrooms[last]) return new Float32Array(ENTRIES);
    const upper = Math.max(headrooms.findIndex(headroom => headroom > stops), 1), lower = upper - 1;
    const weight = Math.max((stops - headrooms[lower]) / (headrooms[upper] - headrooms[lower]), 0);
    return tables[lower].map((gain, i) => Math.min((1 - weight) * gain + weight * tables[upper][i],
      stops - (LOWEST + i / PER_STOP)));  // no further than the display's own peak
  }
}
