// A control for each kind of input that a filter has, made of what the registry says of it: `headroom filters --json`.
// Each shows a literal of the expression and hands a new one on; null takes the filter's default.

import * as api from './api.js';
import {button, check, el, menu, setText} from './dom.js';
import {list, named, numbersOf, quoted, short, unquoted} from './filter-text.js';
import {readColour, writeColour} from './filter-colours.js';

const SPACES = ['sRGB', 'displayP3', 'itur_2020', 'linearSRGB', 'extendedLinearSRGB', 'extendedLinearDisplayP3',
  'extendedLinearITUR_2020', 'itur_2100_PQ', 'itur_2100_HLG'];
const PARTS = {Position: ['x', 'y'], Offset: ['x', 'y'], Position3: ['x', 'y', 'z'], Rectangle: ['x', 'y', 'Width', 'Height'],
  Transform: ['a', 'b', 'c', 'd', 'tx', 'ty']};
// Words that a filter takes; the registry knows their inputs as text.
const WORDS = {inputCorrectionLevel: ['L', 'M', 'Q', 'H'], 
  inputPreferredDynamicRange: ['standard', 'constrainedHigh', 'high']};
const LONGEST = 6, MOST_CHOICES = 10;

/** The control of an input: an element with `show(literal or null)`. `place` gives picture, files, held pixel and region. */
export function inputControl(input, place, change) {
  const label = words(input.name ?? input.key);
  if (input.class === 'CIImage') return image(label, place, change);
  if (input.type === 'Boolean') return boolean(label, input, change);
  if (fewNumbers(input)) return menuOf(label, fewNumbers(input), change, String, String);
  if (input.class === 'NSNumber') return scalar(label, input, change);
  if (input.class === 'CIColor') return colour(label, input, change);
  if (input.class === 'CIVector' || input.class === 'NSAffineTransform') return vector(label, input, place, change);
  if (input.class === 'NSObject') return menuOf(label, SPACES, change);
  if (input.class === 'NSData' && !input.key.includes('Message')) return table(label, place, change);
  if (input.class === 'NSString' && WORDS[input.key]) return menuOf(label, WORDS[input.key], change);
  if (input.class === 'NSString' || input.class === 'NSData') return text(label, input, change);
  return el('p', {class: 'hint'}, `${label}: only recipes set it.`);
}

/** inputCenterX as "Center x". */
export function words(name) {
  if (/^(inputE|e)[Vv]$/.test(name)) return 'Exposure';
  const split = name.replace(/^input/, '').replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return split.charAt(0).toUpperCase() + split.slice(1);
}

// MARK: numbers

function scalar(label, input, change) {
  const [low, high] = reach(input), whole = input.type === 'Integer' || input.type === 'Count';
  const step = whole ? 1 : niceStep((high - low) / 400);
  const slider = el('input', {type: 'range', min: low, max: high, step, 'aria-label': label, title: about(input),
    oninput: () => tell(Number(slider.value))});
  const field = el('input', {type: 'number', step: whole ? 1 : 'any', 'aria-label': `${label}, number`,
    min: input.min, max: input.max, onchange: () => field.value === '' ? change(null) : tell(Number(field.value))});
  const box = el('div', {class: 'scalar'}, el('span', {}, label, unit(input)), slider, field);
  const put = value => { slider.value = value; field.value = short(value); };
  const tell = value => { if (Number.isFinite(value)) { put(value); change(short(value)); } };
  box.show = literal => put(Number(literal ?? input.default ?? input.identity ?? low) || 0);
  return box;
}

/** Slider limits, else legal ones, else some way around the default. */
function reach({sliderMin, sliderMax, min, max, default: usual, type}) {
  if (sliderMin !== null && sliderMax !== null && sliderMax - sliderMin < 1e9) return [sliderMin, sliderMax];
  if (type === 'Angle') return [-Math.PI, Math.PI];
  const size = Math.max(Math.abs(usual ?? 0), 1) * 2;
  return [min ?? Math.min(0, -size), max !== null && max < 1e9 ? max : size];
}

/** A power of ten times 1, 2 or 5. */
function niceStep(step) {
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1e-9))), lead = step / power;
  return Number((power * (lead < 2 ? 1 : lead < 5 ? 2 : 5)).toPrecision(3));
}

function unit({unit: name, type}) {
  const said = name ?? (type === 'Angle' ? 'radians' : null);
  return said ? el('small', {class: 'dim'}, ' ' + said) : null;
}

function about({default: usual, identity, min, max}) {
  const said = value => Array.isArray(value) ? list(value) : String(value);
  return [usual !== null ? `${said(usual)} unless set` : '', identity !== null ? `${said(identity)} changes nothing` : '',
    min !== null ? `from ${min}` : '', max !== null && max < 1e9 ? `to ${max}` : ''].filter(word => word).join('; ');
}

function boolean(label, input, change) {
  const box = check(label, false, on => change(String(on)), {title: about(input)});
  box.show = literal => box.select(literal === null ? Boolean(input.default) : literal === 'true' || literal === '1' || literal === 'yes');
  return box;
}

// MARK: colours

function colour(label, input, change) {
  let now = {hex: '#000000', stops: 0, alpha: 1};
  const field = el('input', {type: 'color', 'aria-label': label, oninput: () => tell({hex: field.value})});
  const stops = el('input', {type: 'range', min: 0, max: 6, step: 0.05, 'aria-label': `${label}, stops above white`,
    title: 'Stops above white', oninput: () => tell({stops: Number(stops.value)})});
  const alpha = el('input', {type: 'range', min: 0, max: 1, step: 0.01, 'aria-label': `${label}, alpha`, title: 'Alpha',
    oninput: () => tell({alpha: Number(alpha.value)})});
  const exact = el('input', {type: 'text', 'aria-label': `${label}, as text`, spellcheck: 'false',
    title: '#rrggbb, [r,g,b,a] or [r,g,b,a]@space', onchange: () => change(exact.value.replace(/\s+/g, '') || null)});
  const box = el('div', {class: 'colour'}, el('span', {}, label), el('div', {}, field, stops, alpha), exact);
  const tell = patch => {
    now = {...now, ...patch};
    exact.value = writeColour(now);
    change(exact.value);
  };
  box.show = literal => {
    const shown = literal ?? (Array.isArray(input.default) ? list(input.default) : '#000000'), read = readColour(shown);
    exact.value = shown;
    for (const control of [field, stops, alpha]) control.disabled = !read;
    if (!read) return;
    now = read;
    [field.value, stops.value, alpha.value] = [read.hex, read.stops, read.alpha];
  };
  return box;
}

// MARK: vectors

function vector(label, input, place, change) {
  const names = PARTS[input.type] ?? [], count = Array.isArray(input.default) ? input.default.length : names.length;
  if (count === 0 || count > LONGEST) return long(label, input, change);
  const fields = Array.from({length: count}, (_, index) => el('input', {type: 'number', step: 'any',
    'aria-label': `${label}, ${names[index] ?? index + 1}`, onchange: () => tell(fields.map(field => Number(field.value) || 0))}));
  const show = values => values.forEach((value, index) => { if (fields[index]) fields[index].value = short(value); });
  const tell = values => { show(values); change(list(values)); };
  const taking = takes(input, place, tell);
  const box = el('div', {class: 'vector'}, el('span', {}, label, unit(input)), el('div', {}, fields), taking);
  box.show = literal => show(numbersOf(literal ?? '') ?? input.default ?? []);
  return box;
}

/** Points and rectangles of the picture, whose lower left corner is 0, 0. */
function takes(input, place, tell) {
  if (input.type === 'Position') return button('Take the held pixel', 'The pixel that a click or the key I holds', () => {
    const {pixel, size} = place();
    tell(pixel ? [pixel.x + 0.5, size.height - pixel.y - 0.5] : [size.width / 2, size.height / 2]);
  });
  if (input.type === 'Rectangle') return button('Take the region', 'Shift and drag marks a region', () => {
    const {rect, size} = place(), {x, y, width, height} = rect ?? {x: 0, y: 0, ...size};
    tell([x, size.height - y - height, width, height]);
  });
  return null;
}

/** Many numbers: weights, coefficients. */
function long(label, input, change) {
  const field = el('textarea', {rows: 3, 'aria-label': label, spellcheck: 'false', title: 'Numbers with commas', onchange: () => {
    const values = field.value.split(/[\s,]+/).filter(word => word).map(Number);
    change(values.length && values.every(Number.isFinite) ? list(values) : null);
  }});
  const box = el('label', {class: 'field'}, el('span', {}, label), field);
  box.show = literal => { field.value = (numbersOf(literal ?? '') ?? input.default ?? []).join(', '); };
  return box;
}

// MARK: words and files

/** The whole numbers that an input takes, where they are few enough to be modes; null for any other. */
function fewNumbers({class: kind, type, min, max}) {
  if (kind !== 'NSNumber' || type !== 'Integer' || min === null || max === null || max - min >= MOST_CHOICES) return null;
  return Array.from({length: max - min + 1}, (_, index) => String(min + index));
}

function menuOf(label, options, change, write = quoted, read = unquoted) {
  const box = menu(label, [['', 'As usual'], ...options.map(name => [name, name])], '', value => change(value ? write(value) : null));
  box.show = literal => box.select(literal === null ? '' : read(literal));
  return box;
}

function image(label, place, change) {
  const box = menu(label, [], '', value => change(value ? named(value) : null));
  box.show = literal => {
    const name = literal === null ? '' : unquoted(literal), names = place().names;
    const known = names.includes(name) || !name ? names : [...names, name];
    box.fill([['', 'None'], ...known.map(file => [file, file])], name);
  };
  return box;
}

function text(label, input, change) {
  const field = el('input', {type: 'text', 'aria-label': label, onchange: () => change(field.value ? quoted(field.value) : null)});
  const box = el('label', {class: 'field'}, el('span', {}, label), field);
  box.show = literal => { field.value = literal === null ? input.default ?? '' : unquoted(literal); };
  return box;
}

/** A `.cube` file, which the server keeps by its name. */
function table(label, place, change) {
  const said = el('span', {class: 'hint', role: 'status'});
  const file = el('input', {type: 'file', accept: '.cube', 'aria-label': `${label}, a .cube file`, onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      const {name} = await api.addTable(chosen.name, chosen);
      setText(said, name);
      change(named(name));
    } catch (error) {
      setText(said, error.message);
    }
  }});
  const box = el('div', {class: 'field'}, el('span', {}, label), file, said);
  box.show = literal => setText(said, literal === null ? 'No table yet' : unquoted(literal));
  return box;
}
