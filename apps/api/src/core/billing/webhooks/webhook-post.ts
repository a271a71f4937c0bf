import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { Agent as HttpAgent } from 'node:http';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import axios, { type AxiosInstance } from 'axios';
import { clock } from '../../../platform/clock';
import { hostOf, isPublicAddress } from './public-address';

const timeoutMs = 10_000;
/** Unknown host names get the same error, so that nobody can probe the host names of the operator's network. */
const notPublic = 'the host has no public address';

interface Destinations {
  readonly agent: HttpAgent;
  readonly isAllowed: (address: string) => boolean;
}

/** An HTTP client for public addresses. It checks at connection time, because DNS may change after an earlier check. */
export function createWebhookClient({ agent, isAllowed }: Destinations): AxiosInstance {
  const client = axios.create({
    // `false` removes axios' default header.
    headers: {
      'content-type': 'application/json',
      'user-agent': 'loupe-webhook',
      accept: false,
      'accept-encoding': false,
    },
    maxRedirects: 0,
    proxy: false,
    httpAgent: agent,
    httpsAgent: agent,
    // Only the status counts; the body is never read.
    responseType: 'stream',
    decompress: false,
    // The body is signed, so it must be sent unchanged.
    transformRequest: (body) => body,
    lookup: async (host: string, options: object) => {
      const addresses = await lookup(host, { ...options, all: true }).catch(() => []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) throw new Error(notPublic);
      return [addresses.map(({ address }) => ({ address }))];
    },
  });
  client.interceptors.request.use((config) => {
    // An address literal is not looked up.
    const host = hostOf(new URL(config.url!));
    if (isIP(host) && !isAllowed(host)) throw new Error(notPublic);
    return config;
  });
  client.interceptors.response.use(
    (response) => {
      response.data.destroy();
      return response;
    },
    (error) => {
      error.response?.data.destroy();
      throw new Error(reasonOf(error));
    },
  );
  return client;
}

const publicInternet = createWebhookClient({ agent: new Agent({ keepAlive: false }), isAllowed: isPublicAddress });

/** Posts a signed JSON body. @throws {Error} with a short reason, unless a 2xx response arrives within ten seconds */
export async function postWebhook(
  target: { url: string; secret: string },
  body: string,
  client: AxiosInstance = publicInternet,
): Promise<void> {
  const headers = { 'loupe-signature': signature(target.secret, body, Math.trunc(clock.wallMs() / 1_000)) };
  await client.post(target.url, body, { headers, signal: AbortSignal.timeout(timeoutMs) });
}

/** `t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a full stop and the body, under the webhook's secret. */
function signature(secret: string, body: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

function reasonOf(error: unknown): string {
  if (axios.isCancel(error)) return 'no response in time';
  if (axios.isAxiosError(error) && error.response) return `answered with status ${error.response.status}`;
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
