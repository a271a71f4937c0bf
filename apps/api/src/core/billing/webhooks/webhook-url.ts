import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

/** What is wrong with an address to send to, as the end of a sentence that begins with it; undefined when nothing is. */
export function webhookUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:') return 'must be an https URL';
  if (url.username || url.password) return 'must not carry a user name or password';
  const host = hostOf(url);
  if (host === 'localhost' || (isIP(host) && !isPublicAddress(host))) return 'must lead to the public internet';
  return undefined;
}

/** Host of a URL, an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
