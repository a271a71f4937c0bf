declare global {
  /** What early.js has asked the server for, by path and query; undefined where it had no reason to ask after all. */
  var earlyResponses: Map<string, Promise<Response | undefined>> | undefined;
}

/** The answer that was asked for before the application was there: to each call once. Undefined where there is none. */
export async function takeEarlyResponse({ method, url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  const answer = method === 'GET' ? globalThis.earlyResponses?.get(pathname + search) : undefined;
  globalThis.earlyResponses?.delete(pathname + search);
  // One that failed is asked for again, and tells its problem then.
  return answer?.catch(() => undefined);
}

/** Forgets what nobody has taken: later it would be old, or of somebody who has signed out since. */
export function dropEarlyResponses(): void {
  globalThis.earlyResponses?.clear();
}
