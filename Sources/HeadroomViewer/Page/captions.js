// The words over the picture: what is shown, what each side is, the zoom, and what went wrong.

import {LOOKS, isAboveWhite, screenHasHeadroom, stopsOf} from './looks.js';
import {byId, setText} from './dom.js';
import {state} from './state.js';
import {headroomText, number} from './units.js';

export function captions(stage, jobs) {
  setText(byId('scale'), stage.file ? `${Math.round(stage.view().zoom * devicePixelRatio * 100)} %` : '');
  const text = badge(stage, jobs);
  byId('badge').hidden = text === '';
  setText(byId('badge'), text);
  sides(jobs);
  showTroubles(stage);
}

/** What is on screen, whichever way it came there. */
function badge(stage, jobs) {
  if (stage.troubles.size) return '';
  if (stage.isEmpty) return waiting(stage);
  const [first] = jobs;
  if (!first) return '';
  const words = stage.canvas.hidden ? atRest(first) : proof(stage, jobs);
  return [words, exposed(first.file), stage.filtered.isDraft ? 'draft' : ''].filter(word => word).join(' · ');
}

function waiting({placeholder, file, opening}) {
  if (!file && !opening) return '';
  const doing = file ? `decoding ${number(file.width * file.height / 1e6, 3)} megapixels…` : 'opening the file…';
  return placeholder.isShown ? `${placeholder.kind} · ${doing}` : doing[0].toUpperCase() + doing.slice(1);
}

/** A picture that the browser shows. */
function atRest({pane: {picture}, settings, look, file}) {
  if (!isAboveWhite(settings, file)) return 'SDR picture';
  if (!screenHasHeadroom()) return 'SDR: this screen shows no light above white';
  if (picture.shown.includes('/rendition')) return display(settings, look);
  return stopsOf(settings, look) === 0 ? 'SDR' : 'HDR, as far as this screen goes';
}

/** A canvas has no headroom: whatever it shows says so. */
function proof(stage, jobs) {
  if (stage.loading) return 'Fetching the light…';
  if (jobs.every(({look}) => look === 'map' || look === 'error')) return 'Computed in the page';
  const cut = jobs.some(({settings, look, file}) => isAboveWhite(settings, file) && (stopsOf(settings, look) !== 0 || settings.exposure > 0));
  if (!cut) return `SDR proof: ${display(jobs[0].settings, jobs[0].look)}`;
  return `SDR proof: ${display(jobs[0].settings, jobs[0].look)}, ${state().proof === 'fit' ? 'its peak is this screen’s white' : 'above white it is clipped'}`;
}

function display(settings, look) {
  const stops = stopsOf(settings, look);
  if (stops === null) return 'all light';
  return stops === 0 ? 'a display without headroom' : `a display of ${stops.toFixed(2)} stops`;
}

const exposed = ({exposedStops}) => exposedStops ? `exposed by ${number(exposedStops, 3)} EV: its light is not relative to white` : '';

function sides(jobs) {
  for (const [index, side] of ['side-a', 'side-b'].entries()) {
    const label = byId(side), isBefore = jobs.length === 1 && index === 0 && jobs[0].named === 'plain';
    label.hidden = jobs.length < 2 && !isBefore;
    if (!label.hidden) setText(label, sideName(jobs[index]));
  }
}

function sideName({named, file, settings, look}) {
  if (named === 'compare') return file.name;
  if (named !== 'display') return LOOKS[named];
  const stops = stopsOf(settings, look);
  if (stops === 0) return 'Display, SDR';
  return stops === null ? 'All light' : `Display, ${headroomText(stops)}`;
}

export function showTroubles(stage) {
  const box = byId('trouble'), text = [...new Set(stage.troubles.values())].join(' ');
  box.hidden = text === '' || state().live;
  setText(box, text);
}
