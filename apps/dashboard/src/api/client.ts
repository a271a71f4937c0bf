import createClient from 'openapi-fetch';
import type { components, paths } from './generated/dashboard-api';
import { paced } from './paced';
import { problemOfBody } from './problem-error';
import { type Demand, sessionGate } from './session-gate';

/** The sign-in's own calls. Their 401 does not mean that a session ended, so the form shows the error. */
const ungated = /^\/dashboard\/api\/(session|password-links)(\/|$)/;

async function demandOf(request: Request, response: Response): Promise<Demand | undefined> {
  if (ungated.test(new URL(request.url).pathname)) return undefined;
  if (response.status === 401) return 'sign-in';
  if (response.status !== 403) return undefined;
  const body = await response
    .clone()
    .json()
    .catch(() => ({}));
  return body.reason === 'fresh_password_required' ? 'password' : undefined;
}

/** For these calls, a 401 means a wrong password or no session, so they are not retried. */
const signIn = /^\/dashboard\/api\/session(\/passkey)?$/;

/** How long to wait for a response that brings the session's new token. */
const renewalMs = 250;

/**
 * If the server requires a sign-in or the password, waits for the user and repeats the call. A 401 is retried first, because another
 * call or tab may just have received a new token.
 */
export async function gatedFetch(request: Request, isRepeat = false): Promise<Response> {
  const again = request.clone();
  const { completed } = sessionGate;
  const response = await paced(request);
  if (response.status === 401 && !isRepeat && !signIn.test(new URL(request.url).pathname)) {
    await new Promise((resolve) => setTimeout(resolve, renewalMs));
    return gatedFetch(again, true);
  }
  const demand = await demandOf(request, response);
  if (demand === undefined) return response;
  // The user completed a dialog of another call while this one was under way.
  if (completed !== sessionGate.completed) return gatedFetch(again);
  return (await sessionGate.ask(demand)) ? gatedFetch(again) : response;
}

const origin = globalThis.location?.origin ?? '';

/** The server accepts state changes only as JSON. */
const options = {
  credentials: 'same-origin',
  headers: { 'content-type': 'application/json' },
  fetch: (request: Request) => gatedFetch(request),
} as const;

export const client = createClient<paths>({ ...options, baseUrl: origin });

export type AccountScope = { readonly kind: 'own' } | { readonly kind: 'customer'; readonly accountId: string };

type ScopedPath =
  | '/keys'
  | '/keys/{id}/refusals'
  | '/overview'
  | '/usage'
  | '/requests'
  | '/requests/{request_id}'
  | '/ledger/statement'
  | '/monitors'
  | '/monitors/{id}'
  | '/monitors/{id}/events'
  | '/monitors/{id}/runs'
  | '/monitors/{id}/values';
type ScopedPaths = { [Path in ScopedPath]: paths[`/dashboard/api${Path}`] };

export const scopedPath = (scope: AccountScope): string =>
  scope.kind === 'own' ? '/dashboard/api' : `/dashboard/api/support/accounts/${scope.accountId}`;

export const scopedClient = (scope: AccountScope) =>
  createClient<ScopedPaths>({ ...options, baseUrl: origin + scopedPath(scope) });

interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** @throws {ProblemError} if the response is not a success. Rejects like `call` if no response arrived. */
export async function dataOf<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOfBody(error, response);
  return data as Data;
}

type Views = components['schemas'];

export type View<Name extends keyof Views> = Views[Name];
