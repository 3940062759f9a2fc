// Colours of filters: what a colour field of the browser can show, and stops above it.

import {numbersOf, short} from './filter-text.js';

const decode = value => {
  const size = Math.abs(value);
  return Math.sign(value) * (size <= 0.04045 ? size / 12.92 : ((size + 0.055) / 1.055) ** 2.4);
};
const encode = value => value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
const byte = value => Math.round(Math.min(Math.max(value, 0), 1) * 255);
const hex = value => byte(value).toString(16).padStart(2, '0');

/** {hex, stops, alpha} of a literal; null for spaces and numbers that this field cannot show. */
export function readColour(literal) {
  const plain = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(literal);
  if (plain) return {hex: '#' + plain[1].toLowerCase(), stops: 0, alpha: plain[2] ? parseInt(plain[2], 16) / 255 : 1};
  const [, values, space] = /^(\[[^\]]*\])(?:@(\w+))?$/.exec(literal) ?? [];
  const numbers = values && numbersOf(values);
  if (!numbers || numbers.length < 3 || (space && space !== 'extendedLinearSRGB')) return null;
  const light = numbers.slice(0, 3).map(value => space ? value : decode(value));
  if (light.some(value => value < 0)) return null;
  const stops = Math.max(0, Math.log2(Math.max(...light, 1e-9)));
  return {hex: '#' + light.map(value => hex(encode(value / 2 ** stops))).join(''), stops, alpha: numbers[3] ?? 1};
}

/** A literal: sRGB up to white, linear light above it. */
export function writeColour({hex: text, stops, alpha}) {
  if (stops === 0) return alpha === 1 ? text : text + hex(alpha);
  const codes = [1, 3, 5].map(place => parseInt(text.slice(place, place + 2), 16) / 255);
  return `[${[...codes.map(code => decode(code) * 2 ** stops), alpha].map(short).join(',')}]@extendedLinearSRGB`;
}
