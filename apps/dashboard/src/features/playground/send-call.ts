import { gatedFetch } from '../../api/client';

export interface CallResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly body: unknown;
  readonly durationMs: number;
}

/** The server sends the call with the account's key “Playground”. */
export async function sendCall(path: string): Promise<CallResponse> {
  const begin = performance.now();
  const response = await gatedFetch(
    new Request('/dashboard/api/playground', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
    }),
  );
  const text = await response.text();
  const durationMs = performance.now() - begin;
  return { status: response.status, headers: [...response.headers], text, body: readJson(text), durationMs };
}

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
