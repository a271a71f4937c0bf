import { createRequire } from 'node:module';

export const thisCheckout = new URL('../../', import.meta.url);

const load = createRequire(new URL('apps/api/dist/', thisCheckout));

export const api = (path) => load(`./${path}.js`);
