import type { ResourceCheck } from './resource-check';

/** A request to the upstream, before a session and a host are chosen for it. */
export interface UpstreamRequest {
  /** Such as `friendships.followers`: used in metrics, the operation table and the simulator's fault rules. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with a leading slash; its segments are percent-encoded. */
  readonly path: string;
  /**
   * The subject of the request, such as `user 7`: the same for every page and request about it. Several failures count
   * against a session or the upstream only if they concern different subjects.
   */
  readonly about: string;
  readonly query?: Fields;
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Fields;
  /** Status and plain text that mean “does not exist”, such as `404 No Media Match`. */
  readonly absences?: readonly string[];
  readonly resourceCheck?: ResourceCheck;
}

export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Percent-encodes fields as `a=1&b=2`. */
export function encodeFields(fields: Fields | undefined): string {
  let encoded = '';
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    encoded += `${encoded && '&'}${name}=${encodeURIComponent(value)}`;
  }
  return encoded;
}
