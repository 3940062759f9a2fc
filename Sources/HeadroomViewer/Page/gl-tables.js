// Tables and matrices that the shader takes as data.

import {pqLight} from './units.js';

export {TO_P3, TO_SRGB} from './colour.js';

let curve = null;

/** Light over reference white of each 10-bit PQ code: live frames are decoded by look-up. */
export function pqTable() {
  if (!curve) curve = Float32Array.from({length: 1024}, (_, code) => pqLight(code / 1023));
  return curve;
}
