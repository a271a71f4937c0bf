import { type SlowValue, slowFind, slowParse } from '../../../../libs/lossless-json/test/slow-json';
import type { SeenRequest, Simulator } from '../support/per-worker/simulator';

/** Repeats a request that the upstream has received. @returns the body of its response */
export async function rawBody({ baseUrl, sessionHeaders }: Simulator, request: SeenRequest): Promise<string> {
  const query = new URLSearchParams(request.query).toString();
  const url = `${baseUrl}${request.path}${query && `?${query}`}`;
  const body = request.method === 'POST' ? new URLSearchParams(request.form) : null;
  const response = await fetch(url, { method: request.method, headers: sessionHeaders, body });
  return response.text();
}

/** Rows of a body, one document each, read by a slow parser that shares no code with the API. */
export function rowsOf(body: string, rules?: Parameters<typeof slowParse>[1]): SlowValue[] {
  return body
    .split('\n')
    .filter(Boolean)
    .map((row) => slowParse(row, rules));
}

/** The values at a path, in any row, as they must be returned (for example, ids and large integers as strings). */
export function answersAt(
  body: string,
  paths: string | readonly string[],
  rules?: Parameters<typeof slowParse>[1],
): string[] {
  const rows = rowsOf(body, rules);
  return [paths].flat().flatMap((path) => rows.flatMap((row) => slowFind(row, path).map(({ answer }) => answer)));
}

/** The value at one of the paths, as the next upstream request must contain it: strings decoded, all else unchanged. */
export function sentBack(body: string, paths: string | readonly string[]): string | undefined {
  const [found] = rowsOf(body).flatMap((row) => [paths].flat().flatMap((path) => slowFind(row, path)));
  if (!found || found.text === 'null') return undefined;
  return found.text.startsWith('"') ? (JSON.parse(found.text) as string) : found.text;
}

export function objectWithout(object: SlowValue, ...omitted: readonly string[]): string {
  const remaining = object.members.filter(({ key }) => !omitted.includes(key));
  return `{${remaining.map(({ answer }) => answer).join(',')}}`;
}
