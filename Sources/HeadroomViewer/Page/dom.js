// Makes elements. Whatever comes from a file goes through here as text: nothing in the page ever parses it as HTML.

/** An element with attributes, listeners (`onclick`) and children (elements or text). */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) assign(node, name, value);
  node.append(...children.flat().filter(child => child !== null && child !== undefined));
  return node;
}

function assign(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
  else if (name === 'class') node.className = value;
  else if (name === 'value') node.value = value;
  else node.setAttribute(name, value === true ? '' : value);
}

export const byId = id => document.getElementById(id);

/** Changes an element's text only where it differs, so that a live region speaks once. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Says something to screen readers. */
export function announce(text) {
  setText(byId('live-region'), text);
}

export function button(label, title, action, extra = {}) {
  return el('button', {type: 'button', title, onclick: action, ...extra}, label);
}

/** A row of radio buttons that looks like one control. `options`: [value, label, title]. */
export function segmented(label, options, value, choose) {
  const name = 'seg-' + label.replace(/\W+/g, '-').toLowerCase();
  const choices = options.map(([option, text, title]) => {
    const input = el('input', {type: 'radio', name, value: option, onchange: () => choose(option)});
    input.checked = option === value;
    return el('label', {title}, input, el('span', {}, text));
  });
  const box = el('fieldset', {class: 'seg'}, el('legend', {}, label), el('div', {}, choices));
  box.select = now => box.querySelectorAll('input').forEach(input => { input.checked = input.value === String(now); });
  return box;
}

/** A labelled menu. `options`: [value, label]. */
export function menu(label, options, value, choose) {
  const select = el('select', {onchange: () => choose(select.value)});
  const box = el('label', {class: 'field'}, el('span', {}, label), select);
  box.fill = (list, now) => {
    select.replaceChildren(...list.map(([option, text]) => el('option', {value: option}, text)));
    select.value = now;
  };
  box.select = now => { select.value = now; };
  box.fill(options, value);
  return box;
}

export function check(label, value, choose, extra = {}) {
  const input = el('input', {type: 'checkbox', onchange: () => choose(input.checked)});
  input.checked = value;
  const box = el('label', {class: 'check', ...extra}, input, el('span', {}, label));
  box.select = now => { input.checked = now; };
  return box;
}

/** A slider with its value in words beside it. */
export function range(label, {min, max, step, value, title}, change, {commit} = {}) {
  const output = el('output');
  const input = el('input', {type: 'range', min, max, step, value, title, 'aria-label': label,
    oninput: () => change(Number(input.value)), onchange: () => commit?.(Number(input.value))});
  const box = el('div', {class: 'range'}, el('span', {class: 'range-name'}, label), input, output);
  box.input = input;
  box.show = (number, text) => {
    if (Number(input.value) !== number) input.value = number;
    setText(output, text);
    input.setAttribute('aria-valuetext', text);
  };
  return box;
}

/** Gives a canvas the device pixels of a size in CSS pixels. Setting a size clears it: only where it is another. */
export function sizeCanvas(canvas, width, height, density) {
  const w = Math.max(1, Math.round(width * density)), h = Math.max(1, Math.round(height * density));
  if (canvas.width === w && canvas.height === h) return;
  canvas.width = w;
  canvas.height = h;
}
