import createClient from 'openapi-fetch';
import { takeEarlyAnswer } from './early-answers';
import type { paths } from './generated/dashboard-api';
import { problemOfBody } from './problem-error';
import { type Demand, sessionGate } from './session-gate';

/** Calls that are themselves part of signing in: their 401 is an answer, not the end of a session. */
const ungated = /^\/dashboard\/api\/(session|password-links)(\/|$)/;

async function demandOf(request: Request, response: Response): Promise<Demand | undefined> {
  if (ungated.test(new URL(request.url).pathname)) return undefined;
  if (response.status === 401) return 'sign-in';
  if (response.status !== 403) return undefined;
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { reason?: string };
  return body.reason === 'fresh_password_required' ? 'password' : undefined;
}

/** Same-origin fetch that waits for a new sign-in where one is needed, then repeats the call. */
export async function gatedFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = (await takeEarlyAnswer(request)) ?? (await fetch(request));
  const demand = await demandOf(request, response);
  if (demand === undefined) return response;
  return (await sessionGate.ask(demand)) ? gatedFetch(again) : response;
}

/** The typed client of the dashboard API. Every state change is JSON, which the server demands. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'same-origin',
  headers: { 'content-type': 'application/json' },
  fetch: gatedFetch,
});

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of a call that went well. @throws {ProblemError} for every other one. */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOfBody(error, response);
  return data as Data;
}
