// Listens for files that change on disk. When the line breaks it tries again, ever more slowly, and says that the server is
// gone when a second try fails: a restart of the machine's network is no news.

import * as api from './api.js';

const FIRST = 500, LAST = 15000;

/** `there` hears whether the server answers. */
export function watchChanges(changed, there) {
  let wait = FIRST, failures = 0;
  const connect = () => {
    const socket = api.socket('/api/events');
    socket.onopen = () => {
      [wait, failures] = [FIRST, 0];
      there(true);
    };
    socket.onmessage = ({data}) => {
      const event = understood(data);
      if (event?.event === 'files') changed(event.generation);
    };
    socket.onclose = () => {
      failures += 1;
      if (failures >= 2) there(false);
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
