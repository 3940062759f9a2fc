// Whether the server is across a network: then bytes count more than every pixel as it is. `#network=1` and `0` say so
// whatever the address is.

import {state} from './state.js';

const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const acrossNetwork = () => (state().network ? state().network === '1' : !HERE.test(location.hostname));
