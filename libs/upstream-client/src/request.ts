import type { Named } from './named-thing';

/** One request to the upstream, before a session and a host are chosen for it. */
export interface UpstreamRequest {
  /** `friendships.followers`: the name in metrics, in the operation table and in the simulator's faults. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below the base address, with its leading slash; segments are already encoded. */
  readonly path: string;
  /**
   * `user 7`: the thing asked for, the same for all pages and all requests about it. Two refusals are about the session, and two
   * failures about the upstream, only where it differs.
   */
  readonly about: string;
  readonly query?: Fields;
  /** Sent as a form. */
  readonly form?: Fields;
  /** `404 No Media Match`: plain texts that say for certain, with their status, that there is no such thing. */
  readonly absences?: readonly string[];
  /** Where the body of an answer names the thing that it is about. */
  readonly named?: Named;
}

/** Field by name; what is undefined is not sent. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** `a=1&b=2`, percent-encoded; empty when nothing is to be sent. */
export function encodeFields(fields: Fields | undefined): string {
  let encoded = '';
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    encoded += `${encoded && '&'}${name}=${encodeURIComponent(value)}`;
  }
  return encoded;
}
