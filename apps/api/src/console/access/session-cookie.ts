import { sessionLimits } from '../../core/identity/session';
import type { Role } from '../../core/identity/user';

type Name = 'loupe_session' | 'loupe_device';

/** Browsers accept a cookie with this prefix only from this host over TLS, so no other site can set it. */
const securePrefix = '__Host-';
const sessionPattern = /^[\w-]{43}$/;
const devicePattern = /^[\w-]{22}\.[\w-]{43}$/;
const deviceSeconds = 180 * 86_400;

/** The session token in a Cookie header; undefined if it is missing or malformed. */
export function readSessionCookie(header: string | undefined, overTls: boolean): string | undefined {
  return readCookie('loupe_session', sessionPattern, header, overTls);
}

/** The token of a device that has signed in before; undefined if it is missing or malformed. */
export function readDeviceCookie(header: string | undefined, overTls: boolean): string | undefined {
  return readCookie('loupe_device', devicePattern, header, overTls);
}

export function sessionCookie(token: string, role: Role, overTls: boolean): string {
  return cookie('loupe_session', token, sessionLimits[role].absoluteMs / 1_000, overTls);
}

export function endedSessionCookie(overTls: boolean): string {
  return cookie('loupe_session', '', 0, overTls);
}

export function deviceCookie(token: string, overTls: boolean): string {
  return cookie('loupe_device', token, deviceSeconds, overTls);
}

function readCookie(name: Name, form: RegExp, header: string | undefined, overTls: boolean): string | undefined {
  const wanted = `${overTls ? securePrefix : ''}${name}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(wanted));
  const value = pair?.trim().slice(wanted.length);
  return value !== undefined && form.test(value) ? value : undefined;
}

function cookie(name: Name, value: string, maxAgeSeconds: number, overTls: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return overTls ? `${securePrefix}${name}=${value}; ${attributes}; Secure` : `${name}=${value}; ${attributes}`;
}
