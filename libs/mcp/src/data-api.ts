import { type Operation, placeOf, servedOperations } from '@loupe/dto';

/** A response of the data API, over HTTP or in process. Header names are in lower case. */
export interface DataApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Calls the data API with the caller's key. @param address path and query @param operation such as `users.by_id` */
export type CallDataApi = (
  address: string,
  headers: Readonly<Record<string, string>>,
  operation: string,
) => Promise<DataApiAnswer>;

export type SentParameters = Readonly<Record<string, string | undefined>>;

export function addressOf(operation: Operation, sent: SentParameters): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(operation.parameters)) {
    const value = sent[name];
    if (value !== undefined && placeOf(operation, name) === 'query') query.set(name, value);
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(sent[name] ?? ''));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Dot segments would change the path, even percent-encoded. */
function segmentOf(value: string): string {
  return /^\.{1,2}$/.test(value) ? '-' : encodeURIComponent(value);
}

const scheme = 'loupe://answers/';
export const answerTemplate = `${scheme}{answer}`;

/** URI of a response, made from its request, so that it can be found in the response cache. */
export function answerUri(operation: Operation, sent: SentParameters): string {
  return scheme + Buffer.from(JSON.stringify([operation.name, sent])).toString('base64url');
}

/** @returns undefined for an invalid URI, which an agent may send */
export function readAnswerUri(uri: string): { operation: Operation; sent: SentParameters } | undefined {
  if (!uri.startsWith(scheme)) return undefined;
  try {
    const [name, sent] = JSON.parse(Buffer.from(uri.slice(scheme.length), 'base64url').toString());
    const operation = servedOperations.find((one) => one.name === name);
    const isSound = Object.values(sent as object).every((value) => typeof value === 'string');
    return operation && isSound ? { operation, sent } : undefined;
  } catch {
    return undefined;
  }
}
