import { allOperations, type Operation, placeOf } from '@loupe/dto';

/** An answer of the data API, whichever way it came. Names of headers are in lower case. */
export interface DataApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * Asks the data API with the caller's own key: every check and every charge is the API's.
 * @param operation its name, as in `users.by_id`
 */
export type CallDataApi = (
  address: string,
  headers: Readonly<Record<string, string>>,
  operation: string,
) => Promise<DataApiAnswer>;

/** What is sent for each parameter; what is undefined is not. */
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

/** Dots alone would be read as steps in the path, however they are encoded. */
function segmentOf(value: string): string {
  return /^\.{1,2}$/.test(value) ? '-' : encodeURIComponent(value);
}

const scheme = 'loupe://answers/';
export const answerTemplate = `${scheme}{answer}`;

/** Names an answer by what was asked, so that it is found again where the API still holds it. */
export function answerUri(operation: Operation, sent: SentParameters): string {
  return scheme + Buffer.from(JSON.stringify([operation.name, sent])).toString('base64url');
}

/** Undefined for what names no operation: an agent may send anything. */
export function readAnswerUri(uri: string): { operation: Operation; sent: SentParameters } | undefined {
  if (!uri.startsWith(scheme)) return undefined;
  try {
    const [name, sent] = JSON.parse(Buffer.from(uri.slice(scheme.length), 'base64url').toString());
    const operation = allOperations.find((one) => one.name === name);
    const isSound = Object.values(sent as object).every((value) => typeof value === 'string');
    return operation && isSound ? { operation, sent } : undefined;
  } catch {
    return undefined;
  }
}
