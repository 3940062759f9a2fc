// What the page is as the screen of a program on the server: its headroom, its size in device pixels, its density.

import {wishedStops} from './looks.js';

const MOST = 64;  // the slider's end stands for a display without limit

let ownHeadroom = 0;  // stops, as the browser says it of its own screen; 0 where it says none

/** Calls `tell` when the size or the browser's own headroom changes. The person is not asked for anything. */
export function watchScreen(element, tell) {
  new ResizeObserver(() => tell()).observe(element);
  watchOwnHeadroom(tell).catch(() => {});
}

async function watchOwnHeadroom(tell) {
  if (!window.getScreenDetails) return;
  const permission = await navigator.permissions.query({name: 'window-management'});
  if (permission.state !== 'granted') return;
  const {currentScreen} = await window.getScreenDetails();
  const read = () => { ownHeadroom = currentScreen.hdrHeadroom ?? 0; tell(); };
  currentScreen.addEventListener('hdrheadroomchange', read);
  read();
}

/** {headroom, width, height, density}: the slider's headroom, with all light asked for that of the browser's screen. */
export function screenReport(state, {width, height}) {
  const density = window.devicePixelRatio || 1;
  const headroom = wishedStops(state);
  const ratio = headroom !== null ? 2 ** headroom : ownHeadroom > 0 ? 2 ** ownHeadroom : MOST;
  return {headroom: ratio, width: Math.round(width * density), height: Math.round(height * density), density};
}
