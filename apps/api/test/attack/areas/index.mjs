// `money` and `secrets` come last: they reconcile the ledger and search for leaks after all other attempts.
import { agents } from './agents.mjs';
import { connections } from './connections.mjs';
import { cursors } from './cursors.mjs';
import { http } from './http.mjs';
import { injection } from './injection.mjs';
import { keys } from './keys.mjs';
import { money } from './money.mjs';
import { rate } from './rate.mjs';
import { secrets } from './secrets.mjs';
import { sessions } from './sessions.mjs';
import { signIn } from './sign-in.mjs';
import { ssrf } from './ssrf.mjs';
import { tenancy } from './tenancy.mjs';
import { webhooks } from './webhooks.mjs';

export const areas = {
  tenancy,
  sessions,
  'sign-in': signIn,
  keys,
  ssrf,
  webhooks,
  injection,
  cursors,
  http,
  connections,
  rate,
  agents,
  money,
  secrets,
};
