import { createRequire } from 'node:module';

/** URL of this checkout's folder. */
export const thisCheckout = new URL('../../', import.meta.url);

const load = createRequire(new URL('apps/api/dist/', thisCheckout));

/** Loads a built module of the API, such as `core/billing/charge-queue`. */
export const api = (path) => load(`./${path}.js`);
