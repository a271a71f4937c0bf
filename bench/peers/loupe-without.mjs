// The product as it is built, but with one part of the request path taken out: `--without=charge` or `--without=key`.
// The difference to the whole of it is what that part costs.
import { parseArgs } from 'node:util';
import { api } from '../harness/product.mjs';

const removals = {
  charge() {
    const accepted = { accepted: true, balanceMicros: 1_000_000n };
    api('core/billing/charge-queue').ChargeQueue.prototype.charge = () => Promise.resolve(accepted);
  },

  /** The first request's key serves for all; no rate is kept. */
  key() {
    const guard = api('core/auth/api-key.guard').ApiKeyGuard.prototype;
    const { authenticate } = guard;
    let key;
    guard.authenticate = function (request) {
      key ??= authenticate.call(this, request);
      return key;
    };
    api('core/rate-limit/key-rate.guard').KeyRateGuard.prototype.canActivate = () => true;
  },
};

removals[parseArgs({ options: { without: { type: 'string' } } }).values.without]();
api('main');
