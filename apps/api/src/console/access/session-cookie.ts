import { sessionLimits } from '../../core/identity/session';
import type { Role } from '../../core/identity/user';

type Name = 'loupe_session' | 'loupe_device' | AttemptName;

/** A visit to the provider, named by the beginning of its state, so that two tabs do not disturb each other; and its last step. Or
 * the random name of a browser that begins to sign in. */
export type AttemptName = `loupe_oidc_${string}` | 'loupe_browser';

/** Browsers accept a cookie with this prefix only from this host over TLS, so no other site can set it. */
const securePrefix = '__Host-';
const sessionPattern = /^[\w-]{43}$/;
const devicePattern = /^[\w-]{22}\.[\w-]{43}$/;
const deviceSeconds = 180 * 86_400;

/** How long a visit to the provider may take. */
export const attemptSeconds = 600;

/** The session token in a Cookie header; undefined if it is missing or malformed. */
export function readSessionCookie(header: string | undefined, overTls: boolean): string | undefined {
  return readCookie('loupe_session', sessionPattern, header, overTls);
}

/** The token of something that the browser has begun and not yet finished. */
export function readAttemptCookie(name: AttemptName, header: string | undefined, overTls: boolean): string | undefined {
  return readCookie(name, sessionPattern, header, overTls);
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

/** @param isLax for a visit to the provider: the browser comes back from another site, and would send no strict cookie */
export function attemptCookie(name: AttemptName, token: string, isLax: boolean, overTls: boolean): string {
  return cookie(name, token, token === '' ? 0 : attemptSeconds, overTls, isLax ? 'Lax' : 'Strict');
}

function readCookie(name: Name, form: RegExp, header: string | undefined, overTls: boolean): string | undefined {
  const wanted = `${overTls ? securePrefix : ''}${name}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(wanted));
  const value = pair?.trim().slice(wanted.length);
  return value !== undefined && form.test(value) ? value : undefined;
}

function cookie(name: Name, value: string, maxAgeSeconds: number, overTls: boolean, sameSite = 'Strict'): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}`;
  return overTls ? `${securePrefix}${name}=${value}; ${attributes}; Secure` : `${name}=${value}; ${attributes}`;
}
