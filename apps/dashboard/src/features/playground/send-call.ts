export interface CallResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The body read as JSON; undefined when it is none. */
  readonly body: unknown;
  readonly durationMs: number;
}

/** Sends a call the way any client would: with the key alone, without the session's cookie. */
export async function sendCall(url: string, key: string | undefined): Promise<CallResponse> {
  const begin = performance.now();
  const response = await fetch(url, {
    credentials: 'omit',
    cache: 'no-store',
    headers: key === undefined ? {} : { 'x-api-key': key },
  });
  const text = await response.text();
  const durationMs = performance.now() - begin;
  return { url, status: response.status, headers: [...response.headers], text, body: readJson(text), durationMs };
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
