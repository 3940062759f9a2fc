// Half floats as the server sends them. A table of all 65,536 is quicker than arithmetic and exact.

let table = null;

function one(bits) {
  const sign = bits & 0x8000 ? -1 : 1, exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Float32Array: the value of each pattern of 16 bits. */
export function halfTable() {
  if (!table) table = Float32Array.from({length: 65536}, (_, bits) => one(bits));
  return table;
}

/** One RGB pixel of a view. */
export function halfPixel(view, x, y) {
  const values = halfTable(), at = (y * view.width + x) * 3;
  return [values[view.data[at]], values[view.data[at + 1]], values[view.data[at + 2]]];
}
