// The product as it is built, but with one part of the request path taken out: `--without=charge` or `--without=key`.
// The difference to the whole of it is what that part costs.
import { parseArgs } from 'node:util';
import { api } from '../harness/product.mjs';

/** A method that is not there any more would be replaced without an effect: the row would then be the whole of the product. */
function replace(path, name, method, make) {
  const { prototype } = api(path)[name];
  const whole = prototype[method];
  if (!whole) throw new Error(`${name} has no ${method}`);
  prototype[method] = make(whole);
}

const removals = {
  /**
   * Whoever comes during a turn of the event loop is let through after it, all together, as charges are that share a commit. At once,
   * each answer would leave between two reads and wake its reader alone, which costs more than the charge does.
   */
  charge() {
    const accepted = { accepted: true, balanceMicros: 1_000_000n };
    const waiting = [];
    const letThrough = () => {
      for (const resolve of waiting.splice(0)) resolve(accepted);
    };
    const charge = () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(letThrough);
      });
    replace('core/billing/charge-queue', 'ChargeQueue', 'charge', () => charge);
  },

  /** The first request's key serves for all; no rate is kept. */
  key() {
    let key;
    const once = (authenticate) =>
      function authenticateOnce(request) {
        key ??= authenticate.call(this, request);
        return key;
      };
    replace('core/auth/key-authenticator', 'KeyAuthenticator', 'authenticate', once);
    replace('core/rate-limit/key-rate.guard', 'KeyRateGuard', 'canActivate', () => () => true);
  },
};

removals[parseArgs({ options: { without: { type: 'string' } } }).values.without]();
api('main');
