// Numbers of light as text, and the curves that place them on axes. 1.0 is reference white, 203 cd/m².

export const WHITE = 203;

const M1 = 2610 / 16384, M2 = 2523 / 32, C1 = 3424 / 4096, C2 = 2413 / 128, C3 = 2392 / 128;

/** The PQ signal (0 to 1) of light over reference white: ST 2084. */
export function pqSignal(light) {
  const y = Math.pow(Math.min(Math.max(light * WHITE / 10000, 0), 1), M1);
  return light > 0 ? Math.pow((C1 + C2 * y) / (1 + C3 * y), M2) : 0;
}

/** Light over reference white of a PQ signal. */
export function pqLight(signal) {
  const p = Math.pow(Math.min(Math.max(signal, 0), 1), 1 / M2);
  return 10000 / WHITE * Math.pow(Math.max(p - C1, 0) / (C2 - C3 * p), 1 / M1);
}

/** Light of a gray of this HLG signal on a display of 1000 cd/m² (BT.2100, system gamma 1.2). */
export function hlgLight(signal) {
  const a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * Math.log(4 * a);
  const scene = signal <= 0.5 ? signal * signal / 3 : (Math.exp((signal - c) / a) + b) / 12;
  return 1000 / WHITE * Math.pow(scene, 1.2);
}

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export function number(value, digits = 4) {
  if (value === null || value === undefined) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : 'not a number';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(2).replace('-', '−');
  const whole = size >= 1 ? Math.floor(Math.log10(size)) + 1 : 1;
  return value.toFixed(Math.max(0, digits - whole)).replace('-', '−');
}

export const nits = light => number(light * WHITE, light * WHITE >= 100 ? 4 : 3) + ' cd/m²';
export const stops = value => (value > 0 ? '+' : '') + number(value, 3) + ' stops';
export const share = value => number(value * 100, 3) + ' %';
export const ratio = stopsValue => number(2 ** stopsValue, 3) + '×';

/** A headroom as people say it: stops, ratio, peak. `null` is all the light there is. */
export function headroomText(value) {
  if (value === null) return 'all light';
  return `${value.toFixed(2)} stops · ${ratio(value)} · ${number(2 ** value * WHITE, 3)} cd/m²`;
}

export function bytes(count) {
  if (count < 1024) return `${count} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let size = count / 1024, unit = 0;
  while (size >= 1024 && unit < units.length - 1) { size /= 1024; unit += 1; }
  return `${number(size, 3)} ${units[unit]}`;
}
