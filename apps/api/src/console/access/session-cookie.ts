import { sessionLimits } from '../../core/identity/session';

const plainName = 'loupe_session';
/** Browsers accept a cookie with this prefix only over TLS, from this host and for all of it, so no other site can plant one. */
const securedName = `__Host-${plainName}`;
const tokenPattern = /^[\w-]{43}$/;

/** The token in a Cookie header; undefined when there is none of the right form. */
export function readSessionCookie(header: string | undefined, overTls: boolean): string | undefined {
  const wanted = `${overTls ? securedName : plainName}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(wanted));
  const token = pair?.trim().slice(wanted.length);
  return token !== undefined && tokenPattern.test(token) ? token : undefined;
}

export function sessionCookie(token: string, overTls: boolean): string {
  return cookie(token, sessionLimits.absoluteMs / 1_000, overTls);
}

export function endedSessionCookie(overTls: boolean): string {
  return cookie('', 0, overTls);
}

function cookie(value: string, maxAgeSeconds: number, overTls: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return overTls ? `${securedName}=${value}; ${attributes}; Secure` : `${plainName}=${value}; ${attributes}`;
}
