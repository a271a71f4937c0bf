import { createRequire } from 'node:module';

/** The folder of this checkout, as a URL. */
export const thisCheckout = new URL('../../', import.meta.url);

const load = createRequire(new URL('apps/api/dist/', thisCheckout));

/** A module of the API as it is built here, for example `core/billing/charge-queue`. */
export const api = (path) => load(`./${path}.js`);
