import { lookup } from 'node:dns/promises';
import type { Agent as HttpAgent } from 'node:http';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { Webhook } from 'standardwebhooks';
import { clock } from '../../../platform/clock';
import { hostOf, isPublicAddress } from './public-address';

const timeoutMs = 10_000;
const maxStoredBytes = 1_024;
/** Unknown host names get the same error, so that nobody can probe the host names of the operator's network. */
const notPublic = 'the host has no public address';

export interface WebhookMessage {
  readonly url: string;
  /** The same for every attempt, so that a receiver can ignore repeats. */
  readonly id: string;
  readonly body: string;
  /** Each signs, the present one first. */
  readonly secrets: readonly string[];
}

export interface WebhookAnswer {
  readonly status: number;
  /** The start of its body. */
  readonly body: string;
}

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
    responseType: 'stream',
    validateStatus: () => true,
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
  client.interceptors.response.use(undefined, (error) => {
    throw new Error(reasonOf(error));
  });
  return client;
}

const publicInternet = createWebhookClient({ agent: new Agent({ keepAlive: false }), isAllowed: isPublicAddress });

/**
 * Posts a JSON body, signed as Standard Webhooks describes.
 * @throws {Error} with a short reason, unless a response starts within ten seconds
 */
export async function postWebhook(
  { url, id, body, secrets }: WebhookMessage,
  client: AxiosInstance = publicInternet,
): Promise<WebhookAnswer> {
  const at = new Date(clock.wallMs());
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
  const response: AxiosResponse<Readable> = await client.post(url, body, {
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await startOf(response.data) };
}

/** The first chunk, cut to a size that can be stored. Only the status decides, so the rest is not waited for. */
async function startOf(body: Readable): Promise<string> {
  try {
    for await (const chunk of body)
      return new TextDecoder().decode(chunk.subarray(0, maxStoredBytes)).replaceAll('\0', '\uFFFD');
  } catch {
    // The connection broke, or the deadline passed.
  }
  return '';
}

function reasonOf(error: unknown): string {
  if (axios.isCancel(error)) return 'no response in time';
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
