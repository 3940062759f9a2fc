// The panel "Recipe": what is seen as a graph, as it was asked for or as it is done after planning. Boxes are drawn as SVG
// made of elements; whatever the server says goes in as text.

import * as api from './api.js';
import {button, el, segmented, setText} from './dom.js';
import {layers} from './graph-layout.js';
import {stopsOf} from './looks.js';
import {state, watch} from './state.js';

const [WIDTH, HEIGHT, ACROSS, DOWN] = [168, 46, 24, 34];
const SVG = 'http://www.w3.org/2000/svg';

export class Graph {
  constructor(stage) {
    this.stage = stage;
    [this.which, this.zoom, this.chosen] = ['recipe', 1, null];
    this.kind = segmented('Graph', [['recipe', 'Asked for'], ['plan', 'After planning', 'What a render does']], 'recipe',
      value => { this.which = value; this.chosen = null; this.draw(); });
    this.picture = svg('svg', {role: 'group', 'aria-label': 'Graph of the recipe'});
    this.box = el('div', {class: 'graph', tabindex: '-1'}, this.picture);
    this.facts = el('dl', {class: 'facts'});
    this.status = el('p', {class: 'hint', role: 'status'});
    const tools = el('div', {class: 'buttons'},
      button('−', 'Smaller', () => this.scale(0.8), {'aria-label': 'Smaller'}), button('+', 'Larger', () => this.scale(1.25), {'aria-label': 'Larger'}),
      button('Fit', 'All of it', () => { this.zoom = 0; this.size(); }));
    this.content = el('div', {class: 'stack'}, this.kind, tools, this.box, this.status, this.facts);
    watch(['file', 'filters', 'headroom', 'layer', 'exposure', 'policy', 'layerName'], () => this.soon());
  }

  soon() {
    clearTimeout(this.timer);
    if (this.box.closest('details')?.open) this.timer = setTimeout(() => this.update(), 300);
  }

  /** Another file: its graph is not there yet. */
  clear() {
    this.ticket = this.graphs = this.placed = this.chosen = null;
    this.picture.replaceChildren();
    this.facts.replaceChildren();
    setText(this.status, '');
  }

  async update() {
    const {file} = this.stage, now = state(), ticket = this.ticket = {};
    if (!file) return this.clear();
    try {
      const answer = await api.graph(file, {stops: stopsOf(now, 'display'), layer: now.layer, exposure: now.exposure});
      if (ticket !== this.ticket) return;
      this.graphs = {recipe: recipeNodes(answer.recipe), plan: planNodes(answer.plan)};
      this.zoom = 0;
      this.draw();
    } catch (error) {
      if (ticket === this.ticket) setText(this.status, error.message);
    }
  }

  // MARK: drawing

  draw() {
    const nodes = this.graphs?.[this.which];
    if (!nodes) return;
    this.placed = layers(nodes);
    this.picture.replaceChildren(...this.edges(), ...this.placed.nodes.map(node => this.node(node)));
    setText(this.status, `${nodes.length === 1 ? '1 node' : `${nodes.length} nodes`}; choose one for what it does.`);
    this.choose(this.placed.nodes.find(({id}) => id === this.chosen) ?? null);
    this.size();
  }

  place({row, column, shift}) {
    return {x: ACROSS + (column + shift) * (WIDTH + ACROSS), y: 12 + row * (HEIGHT + DOWN)};
  }

  edges() {
    const places = new Map(this.placed.nodes.map(node => [node.id, this.place(node)]));
    return this.placed.nodes.flatMap(node => node.reads.filter(({node: id}) => places.has(id)).map(({node: id}) => {
      const from = places.get(id), to = places.get(node.id), [x, y, u, v] = [from.x + WIDTH / 2, from.y + HEIGHT, to.x + WIDTH / 2, to.y];
      const half = (y + v) / 2;
      return svg('path', {d: `M${x} ${y}C${x} ${half} ${u} ${half} ${u} ${v}`, class: 'edge'});
    }));
  }

  node(node) {
    const {x, y} = this.place(node);
    const box = svg('g', {transform: `translate(${x} ${y})`, class: `node ${node.kind}`, tabindex: '0', role: 'button',
      'aria-label': `${node.title}, ${extentText(node.extent)}`},
    svg('rect', {width: WIDTH, height: HEIGHT, rx: 5}),
    svg('text', {x: 9, y: 19}, cut(node.title, 23)), svg('text', {x: 9, y: 36, class: 'small'}, cut(extentText(node.extent), 27)));
    box.addEventListener('click', () => this.choose(node));
    box.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.choose(node);
    });
    box.dataset.node = node.id;
    return box;
  }

  choose(node) {
    this.chosen = node?.id ?? null;
    for (const box of this.picture.querySelectorAll('.node')) box.classList.toggle('chosen', box.dataset.node === this.chosen);
    const rows = node ? [['Node', node.title], ['Extent', extentText(node.extent)],
      ['Region', node.region], ...node.facts].filter(([, value]) => value !== undefined && value !== '') : [];
    this.facts.replaceChildren(...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
  }

  scale(by) {
    this.zoom = Math.min(Math.max((this.zoom || this.fitting) * by, 0.1), 4);
    this.size();
  }

  size() {
    const {columns, rows} = this.placed ?? {columns: 1, rows: 1};
    const width = columns * (WIDTH + ACROSS) + ACROSS, height = rows * (HEIGHT + DOWN) - DOWN + 24;
    this.fitting = Math.min(1, (this.box.clientWidth || 300) / width);
    const zoom = this.zoom || this.fitting;
    for (const [name, value] of Object.entries({viewBox: `0 0 ${width} ${height}`, width: width * zoom, height: height * zoom})) {
      this.picture.setAttribute(name, value);
    }
  }
}

// MARK: nodes

const extentText = extent => extent ? `${extent.slice(2).map(round).join(' × ')} at ${extent.slice(0, 2).map(round).join(', ')}` : 'without bounds';
const round = value => String(Number(value.toFixed(2)));
const cut = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;
const said = value => typeof value === 'string' ? value : JSON.stringify(value);

const recipeNodes = ({nodes}) => nodes.map(node => ({...node,
  facts: Object.entries(node.parameters).map(([key, value]) => [key, cut(said(value), 400)])}));

/** Sources, steps and the destinations of a plan: {"sources", "steps", "outputs"} of `headroom graph --optimized`. */
function planNodes({sources, steps, outputs, measurements}) {
  const reads = (stepNumbers, sourceNumbers) => [...sourceNumbers.map(number => ({node: `source ${number}`})),
    ...stepNumbers.map(number => ({node: `step ${number}`}))];
  const measured = number => measurements.filter(({step}) => step === number).length ? [['Measured', 'the headroom of its content']] : [];
  return [
    ...sources.map(({name, width, height}, index) => ({id: `source ${index}`, title: name, kind: 'picture',
      extent: [0, 0, width, height], reads: [], facts: []})),
    ...steps.map((step, index) => ({id: `step ${index}`, title: step.kind === 'chain' ? `chain of ${step.program.length}` : step.title,
      kind: 'filter', extent: step.extent, reads: reads(step.reads, step.sources ?? []),
      region: step.kept ? step.needed.map(extentText).join('; ') : 'computed where it is read',
      facts: [...(step.program ?? []).map((line, place) => [String(place + 1), line]), ...measured(index)]})),
    ...outputs.map((output, index) => ({id: `output ${index}`, title: 'destination', kind: 'operation',
      extent: output.region, reads: reads(output.reads, output.sources),
      facts: output.program.map((line, place) => [String(place + 1), line])}))];
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
