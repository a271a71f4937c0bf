import { isIP } from 'node:net';
import { type Env, publicUrlOf } from '../../platform/config/env';

/** The site that passkeys belong to. Browsers offer them nowhere else. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Derived from PUBLIC_URL alone: what a request says of its host is not trusted.
 * @returns undefined if browsers allow no passkeys at that URL
 */
export function relyingPartyOf(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrlOf(env));
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined;
}
