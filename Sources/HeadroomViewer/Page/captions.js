// The words over the picture: how it is shown, what each side is, the zoom, and what went wrong.

import {LOOKS} from './looks.js';
import {byId, setText} from './dom.js';
import {state} from './state.js';
import {headroomText} from './units.js';

export function captions(stage, jobs, view, proof) {
  setText(byId('scale'), stage.file ? `${Math.round(view.zoom * devicePixelRatio * 100)} %` : '');
  badge(stage, jobs, proof);
  sides(jobs);
  showTroubles(stage);
}

/** A canvas has no headroom: whatever it shows says so. */
function badge(stage, jobs, proof) {
  const node = byId('badge'), fitted = state().proof === 'fit';
  const plain = jobs.every(({look}) => look === 'map' || look === 'error');
  node.hidden = !proof || !stage.renderer;
  if (stage.loading) setText(node, 'Fetching the light…');
  else if (plain) setText(node, 'Computed in the page');
  else setText(node, `SDR proof: ${fitted ? 'its peak is this screen’s white' : 'light above white is clipped'}`);
}

function sides(jobs) {
  for (const [index, side] of ['side-a', 'side-b'].entries()) {
    const label = byId(side);
    label.hidden = jobs.length < 2;
    if (!label.hidden) setText(label, sideName(jobs[index]));
  }
}

function sideName({named, file}) {
  const {headroom} = state();
  if (named === 'display') return headroom === null ? 'All light' : `Display, ${headroomText(headroom)}`;
  return named === 'compare' ? file.name : LOOKS[named];
}

export function showTroubles(stage) {
  const box = byId('trouble'), text = [...new Set(stage.troubles.values())].join(' ');
  box.hidden = text === '' || state().live;
  setText(box, text);
}
