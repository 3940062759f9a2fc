// Listens for files that change on disk. When the line breaks it tries again, ever more slowly.

import * as api from './api.js';

const FIRST = 500, LAST = 15000;

export function watchChanges(changed) {
  let wait = FIRST;
  const connect = () => {
    const socket = api.socket('/api/events');
    socket.onopen = () => { wait = FIRST; };
    socket.onmessage = ({data}) => {
      const event = understood(data);
      if (event?.event === 'files') changed(event.generation);
    };
    socket.onclose = () => {
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, LAST);
    };
  };
  connect();
}

function understood(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
