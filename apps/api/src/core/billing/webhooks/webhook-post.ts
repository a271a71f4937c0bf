import { createHmac } from 'node:crypto';
import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address';
import { hostOf } from './webhook-url';

const timeoutMs = 10_000;

/** How deliveries leave the machine; tests bring their own. */
export interface WebhookTransport {
  readonly request: typeof httpsRequest;
  readonly isAllowed: (address: string) => boolean;
}

const publicInternet: WebhookTransport = { request: httpsRequest, isAllowed: isPublicAddress };

/**
 * Posts a signed JSON body. The address is checked when the connection is made, so that a name cannot be pointed at a
 * private network afterwards; redirects are not followed.
 * @throws {Error} with a short reason for anything but a 2xx answer within ten seconds.
 */
export function postWebhook(
  target: { url: string; secret: string },
  body: string,
  transport: WebhookTransport = publicInternet,
): Promise<void> {
  const url = new URL(target.url);
  const host = hostOf(url);
  if (isIP(host) && !transport.isAllowed(host)) return Promise.reject(new Error('address is not public'));
  const options: RequestOptions = {
    method: 'POST',
    lookup: checkedLookup(transport.isAllowed),
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'loupe-webhook',
      'loupe-signature': signature(target.secret, body, Math.trunc(Date.now() / 1_000)),
    },
  };
  return new Promise((resolve, reject) => {
    const request = transport.request(url, options, (response: IncomingMessage) => {
      // Only the status counts; what else is sent is not read.
      response.destroy();
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) resolve();
      else reject(new Error(`answered with status ${status}`));
    });
    request.on('error', (error) => reject(new Error(reasonOf(error))));
    request.end(body);
  });
}

/** `t=<Unix seconds>,v1=<hex>`: HMAC-SHA256, under the webhook's secret, of the seconds, a full stop and the body. */
export function signature(secret: string, body: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options: LookupOptions, done) => {
    dnsLookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, []);
      if (!addresses.every(({ address }) => isAllowed(address))) return done(new Error('address is not public'), []);
      const [first] = addresses;
      if (options.all) done(null, addresses);
      else done(null, first!.address, first!.family);
    });
  };
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.name === 'AbortError' || error.name === 'TimeoutError'
    ? 'no answer in time'
    : (error.code ?? error.message);
}
