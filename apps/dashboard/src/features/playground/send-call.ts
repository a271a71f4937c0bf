import { gatedFetch } from '../../api/client';

export interface CallResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly body: unknown;
  readonly durationMs: number;
}

/** Sends the call with `key` and without a cookie, like any client. Without a key, the server sends it. */
export async function sendCall(path: string, key: string | undefined): Promise<CallResponse> {
  const begin = performance.now();
  const response = await (key === undefined ? sendWithSession(path) : sendWithKey(path, key));
  const text = await response.text();
  const durationMs = performance.now() - begin;
  return { status: response.status, headers: [...response.headers], text, body: readJson(text), durationMs };
}

const sendWithSession = (path: string): Promise<Response> =>
  gatedFetch(
    new Request('/dashboard/api/playground', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
    }),
  );

const sendWithKey = (path: string, key: string): Promise<Response> =>
  fetch(path, { credentials: 'omit', cache: 'no-store', headers: { 'x-api-key': key } });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function headerOf(response: CallResponse, name: string): string | undefined {
  return response.headers.find(([known]) => known === name)?.[1];
}
