// Counts scopes beside the page, so that a drag stays smooth. It keeps one view and answers the newest question only.

import {measure} from './scope-bins.js';

let source = null, question = null;

onmessage = ({data}) => {
  if (data.view) source = data;
  if (data.look) question = data;
  setTimeout(answer, 0);
};

function answer() {
  if (!question || !source) return;
  const {ticket, rect, look, step} = question;
  const {view} = source, whole = {x: 0, y: 0, width: view.width, height: view.height};
  question = null;
  postMessage({ticket, step, scopes: measure(source, rect ?? whole, look, step)});
}
