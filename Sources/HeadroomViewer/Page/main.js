// Starts the page and joins its parts. `app` is exported for the browser tests, which load this module again and get
// the same one.

import * as api from './api.js';
import {Comparing} from './comparing.js';
import {Exporting} from './exporting.js';
import {Files} from './files.js';
import {Filters} from './filters.js';
import {Filmstrip} from './filmstrip.js';
import {Gestures} from './gestures.js';
import {Graph} from './graph.js';
import {Inspector, Region} from './inspector.js';
import {Keys} from './keys.js';
import {Live} from './live.js';
import {Metadata} from './metadata.js';
import {Notice} from './notice.js';
import {Scopes} from './scopes.js';
import {ScreenTest} from './screen-test.js';
import {Stage} from './stage.js';
import {Uploading} from './uploading.js';
import {announce, button, byId, setText} from './dom.js';
import {makeControls, makeRoom} from './controls.js';
import {isOpen, makePanels, reveal} from './panels.js';
import {makeSliders, stepExposure, stepHeadroom} from './sliders.js';
import {restore, set, state, watch} from './state.js';
import {watchChanges} from './changes.js';
import {watchWipe} from './overlay.js';
import {headroomText, number} from './units.js';
import {FORMATS} from './words.js';

restore();

const files = new Files();
const stage = new Stage();
const strip = new Filmstrip(files);
const inspector = new Inspector(stage);
const region = new Region(stage);
const scopes = new Scopes(stage);
const metadata = new Metadata(stage);
const comparing = new Comparing(stage, files);
const exporting = new Exporting(stage);
const filters = new Filters(stage, files, inspector);
const graph = new Graph(stage);
const screenTest = new ScreenTest();
const uploading = new Uploading(async id => {
  await files.reload();
  set({file: id});
}, text => notice.say(text));
const live = new Live(stage);
const notice = new Notice();

export const app = {api, files, stage, strip, inspector, scopes, filters, graph, live, state, set};

makeSliders(stage);
makePanels([
  {id: 'view', title: 'View', content: makeControls(stage), open: true},
  {id: 'filters', title: 'Filters', content: filters.content, open: false},
  {id: 'scopes', title: 'Scopes', content: scopes.content, open: true, onopen: () => scopes.update()},
  {id: 'pixel', title: 'Pixel', content: inspector.content, open: true},
  {id: 'region', title: 'Statistics', content: region.content, open: false, onopen: () => region.update()},
  {id: 'compare', title: 'Compare', content: comparing.content, open: false, onopen: () => comparing.update()},
  {id: 'recipe', title: 'Recipe', content: graph.content, open: false, onopen: () => graph.update()},
  {id: 'information', title: 'Information', content: metadata.content, open: false, onopen: () => metadata.update()},
  {id: 'export', title: 'Export', content: exporting.content, open: false},
  {id: 'room', title: 'Proof and surround', content: makeRoom(), open: false},
]);
watchWipe(stage);
new Gestures(stage, {onhover: pixel => inspector.hover(pixel), onpick: pixel => inspector.pick(pixel),
  onregion: rect => announce(`Region of ${rect.width} by ${rect.height} pixels`)});

const pointAround = (dx, dy) => (inspector.held ? inspector.move(dx, dy) : dx ? strip.step(dx) : null);
const toggle = (key, on, off) => () => set({[key]: state()[key] === on ? off : on});

const keys = new Keys([
  ['Files', [
    [['ArrowLeft'], 'Previous file (or pixel)', () => pointAround(-1, 0)],
    [['ArrowRight'], 'Next file (or pixel)', () => pointAround(1, 0)],
    [['o'], 'Open pictures of this computer', () => uploading.pick()],
    [['x'], 'Export', () => reveal('export')],
    [['k'], 'Compare with another file', () => reveal('compare')],
    [['n'], 'Recipe of what is seen', () => reveal('recipe')],
    [['a'], 'Add a filter', () => { reveal('filters'); filters.open(); }],
    [['m'], 'Information of the file', () => reveal('information')]]],
  ['Measure', [
    [['i'], 'Pixel under the cursor keys', () => toggleCursor()],
    [['ArrowUp'], 'Pixel above', () => pointAround(0, -1)],
    [['ArrowDown'], 'Pixel below', () => pointAround(0, 1)],
    [['h'], 'Histogram, waveform, …', () => nextScope()],
    [['Escape'], 'Let go of pixel and region', () => { inspector.release(); set({rect: null}); notice.close(); }],
    [['s'], 'What does my screen show', () => screenTest.open()],
    [['v'], 'Live mode', () => set({live: !state().live})],
    [['?'], 'This help', () => keys.help()]]],
  ['View', [
    [['+', '='], 'Zoom in', () => stage.zoomBy(1.25)],
    [['-'], 'Zoom out', () => stage.zoomBy(0.8)],
    [['0'], 'Fit', () => stage.fit()],
    [['1'], 'Pixel for pixel', () => stage.actual()],
    [['Shift+ArrowLeft'], 'Pan left', () => stage.panBy(80, 0)],
    [['Shift+ArrowRight'], 'Pan right', () => stage.panBy(-80, 0)],
    [['Shift+ArrowUp'], 'Pan up', () => stage.panBy(0, 80)],
    [['Shift+ArrowDown'], 'Pan down', () => stage.panBy(0, -80)],
    [['r'], 'Rotate clockwise', () => set({turns: (state().turns + 1) % 4})],
    [['f'], 'Full screen', () => fullScreen()],
    [['p'], 'Panels', () => document.body.classList.toggle('bare')],
    [['b'], 'Surround: theme, grey, black', () => nextSurround()]]],
  ['Light', [
    [['['], 'Less headroom', () => stepHeadroom(stage, -1)],
    [[']'], 'More headroom', () => stepHeadroom(stage, 1)],
    [['\\'], 'All light, or as this screen shows it', () => set({headroom: state().headroom === null ? 'screen' : null})],
    [['t'], 'Before and after filters and exposure', toggle('a', 'plain', 'display')],
    [['l'], 'Tone map or clip', toggle('layer', 'metal', 'core')],
    [['e'], 'Exposure up', () => stepExposure(0.25)],
    [['E'], 'Exposure down', () => stepExposure(-0.25)],
    [['w'], 'Wipe', toggle('split', 'wipe', 'one')],
    [['d'], 'Side by side', toggle('split', 'side', 'one')],
    [['g'], 'Gain map', toggle('a', 'map', 'display')],
    [['c'], 'False colour', () => set({falseColour: !state().falseColour})],
    [['z'], 'Zebra beyond headroom and white', () => set({marks: state().marks ? 0 : 3})]]],
]);

function nextSurround() {
  set({surround: {theme: 'grey', grey: 'black', black: 'theme'}[state().surround]});
}

function toggleCursor() {
  if (inspector.held) return inspector.release();
  reveal('pixel');
  inspector.move(0, 0);
}

function nextScope() {
  const order = ['histogram', 'waveform', 'parade', 'xy', 'uv', 'vectorscope'];
  reveal('scopes');
  set({scope: order[(order.indexOf(state().scope) + 1) % order.length]});
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(error => announce(error.message));
}

byId('tools').append(
  button('Open', 'Open pictures of this computer: o', () => uploading.pick()),
  button('Rotate', 'Rotate clockwise: r', () => set({turns: (state().turns + 1) % 4})),
  button('Fit', 'Fit: 0', () => stage.fit()),
  button('1:1', 'Pixel for pixel: 1', () => stage.actual()),
  liveButton(),
  button('Screen test', 'What does my screen show: s', () => screenTest.open()),
  button('Full screen', 'Full screen: f', () => fullScreen()),
  button('?', 'Keys: ?', () => keys.help(), {'aria-label': 'Keys'}));

function liveButton() {
  const node = button('Live', 'Live mode: v', () => set({live: !state().live}), {'aria-pressed': String(state().live), hidden: true});
  watch(['live'], now => node.setAttribute('aria-pressed', now.live));
  app.liveButton = node;
  return node;
}

// MARK: the file that is open

async function openFile() {
  const id = state().file, file = files.byId(id);
  setText(byId('name'), file?.name ?? (files.total ? 'No such file' : state().live ? 'Live' : 'No files'));
  setText(byId('facts'), '');
  document.title = file ? `${file.name} – Headroom` : 'Headroom';
  // What the panels say of the former file goes before anything of this one comes.
  const opening = file ? stage.open(file, strip.pictureOf(id)) : stage.close();
  clearPanels();
  const described = file && await opening;
  if (!described) return;
  tellFacts();
  announce(`${file.name}, ${facts(described)}`);
  stage.element.dispatchEvent(new Event('opened'));
  refreshPanels();
}

const tellFacts = () => setText(byId('facts'), stage.plain ? facts(stage.plain) : '');

const KINDS = {sdr: 'SDR', isoHDR: 'HDR', gainMap: 'gain map', raw: 'RAW', float: 'floating point',
  filtered: 'with filters'};

function facts({width, height, format, kind, contentHeadroom, exposedStops}) {
  const headroom = contentHeadroom > 1 ? ` · headroom ${headroomText(Math.log2(contentHeadroom))}` : '';
  const exposed = exposedStops ? ` · exposed by ${number(exposedStops, 3)} EV` : '';
  return `${width} × ${height} · ${FORMATS[format] ?? format} · ${KINDS[kind] ?? kind}${headroom}${exposed}`;
}

function clearPanels() {
  scopes.clear();
  inspector.release();
  for (const panel of [region, graph, metadata, comparing, exporting]) panel.clear();
}

function refreshPanels() {
  scopes.update();
  if (isOpen('region')) region.update();
  if (isOpen('recipe')) graph.update();
  filters.show();
  if (isOpen('information')) metadata.update();
  if (isOpen('compare')) comparing.update();
}

// The light that the scopes wait for has come; the held pixel is another where filters have changed it.
stage.onlight = kind => {
  if (kind === 'light' || kind === 'map') scopes.update();
  if (kind === 'light') inspector.again();
};
stage.element.addEventListener('measured', tellFacts);

watch(['file'], () => {
  const layered = state().layerName !== '';
  set({zoom: null, cx: null, cy: null, rect: null, layerName: ''});
  if (!layered) openFile();  // else the layer's watcher has done so
});
watch(['compare'], async now => {
  comparing.update();
  await stage.compareWith(files.byId(now.compare));
  inspector.again();
});
watch(['calibrated'], () => { if (state().file) openFile(); });
watch(['rect', 'filters'], () => { if (isOpen('region')) region.update(); });
watch(['filters'], () => { if (isOpen('compare')) comparing.updateSoon(); });
watch(['layerName'], () => { if (state().file) openFile(); });
watch(['live'], () => stage.refresh());
addEventListener('hashchange', restore);

files.onchange = () => { strip.update(); comparing.fill(); };

async function reloadFiles() {
  const before = files.byId(state().file)?.v;
  await files.reload();
  const now = files.byId(state().file);
  if (now && now.v !== before) openFile();
  if (!now && files.total) set({file: files.items[0].id});
}

async function start() {
  try {
    const [session] = await Promise.all([api.session(), files.reload()]);
    exporting.offer(session.formats);
    app.liveButton.hidden = !session.live;
    if (state().compare) stage.compareWith(files.byId(state().compare));
    if (files.byId(state().file)) await openFile();
    else if (files.total) set({file: files.items[0].id});
    else openFile();
    watchChanges(() => reloadFiles().catch(() => {}), isThere => notice.server(isThere));
  } catch (error) {
    setText(byId('name'), 'Headroom');
    stage.troubles.set('session', error.message);
    stage.refresh();
  }
}

app.started = start();
