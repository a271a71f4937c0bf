import type { IncomingHttpHeaders } from 'node:http';

const COOKIE = /(?:^|;\s*)sessionid=([^;]*)/;
const BEARER = /^Bearer IGT:2:(.+)$/;

/** The session token a request carries, from the web cookie or from the mobile header; `undefined` without one. */
export function sessionOf(headers: IncomingHttpHeaders): string | undefined {
  const raw = COOKIE.exec(headers.cookie ?? '')?.[1] ?? BEARER.exec(headers.authorization ?? '')?.[1];
  if (raw === undefined) return undefined;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
