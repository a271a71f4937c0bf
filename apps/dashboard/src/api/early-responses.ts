declare global {
  /** The requests of early.js by path and query; undefined for those it did not need to send. */
  var earlyResponses: Map<string, Promise<Response | undefined>> | undefined;
}

/** The response that early.js requested before the application was loaded. Each is used once. */
export async function takeEarlyResponse({ method, url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  const response = method === 'GET' ? globalThis.earlyResponses?.get(pathname + search) : undefined;
  globalThis.earlyResponses?.delete(pathname + search);
  // A failed one is requested again and reports its problem then.
  return response?.catch(() => undefined);
}

/** Forgets unused responses: later they would be stale, or belong to a user who has signed out. */
export function dropEarlyResponses(): void {
  globalThis.earlyResponses?.clear();
}
