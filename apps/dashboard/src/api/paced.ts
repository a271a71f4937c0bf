import { isUnavailable, setReachable } from './connection';

async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, deadlineOf(request));
    setReachable(!isUnavailable(response.status));
    return response;
  } catch (error) {
    if (!request.signal.aborted) setReachable(false);
    throw error;
  }
}

/** A change that hangs is a lost one. The playground waits for its call. */
const deadlineMs = 30_000;

const deadlineOf = ({ method, url }: Request): RequestInit =>
  method === 'GET' || notPaced.test(url) ? {} : { signal: AbortSignal.timeout(deadlineMs) };

/** A 429 that ends within seconds, because the page sent many requests at once. The playground shows its 429 instead. */
const maxWaitSeconds = 3;
const maxWaits = 10;

/** Sends a request, and waits and sends it again while the server asks for that. */
export async function paced(request: Request, waits = 0): Promise<Response> {
  const again = request.clone();
  const response = await reach(request);
  const seconds = Number(response.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
  if (response.status !== 429 || seconds > maxWaitSeconds || waits === maxWaits || notPaced.test(again.url))
    return response;
  // Spread, so that the waiting requests do not come back together.
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 * (1 + Math.random() / 2)));
  return paced(again, waits + 1);
}

const notPaced = /\/dashboard\/api\/(session|playground)$/;
