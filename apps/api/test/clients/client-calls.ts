import { type CallOptions, Loupe } from '@loupe/client';
import { allOperations, clientCallOf, exampleAddress, type Operation, paginationOf } from '@loupe/dto';
import { pathOfPage, readings } from '../endpoints/paged-lists';
import { type AnyJson, send } from '../support/send';

// biome-ignore lint/suspicious/noExplicitAny: whichever method it is
type AnyMethod = (...words: unknown[]) => any;

/** The client method of an operation: `users.by_id` → `loupe.users.byId`. */
export function methodOf(loupe: Loupe, { name }: Operation): AnyMethod {
  const [domain, operation] = name.split('.') as [string, string];
  const methods = (loupe as unknown as Record<string, Record<string, AnyMethod>>)[domain];
  return methods![operation.replace(/_[a-z]/g, (letter) => letter[1]!.toUpperCase())]!;
}

/** The arguments of an operation's example: path parameters first, then options. */
export function exampleWords(operation: Operation): [words: unknown[], options: Record<string, string>] {
  const { leading } = clientCallOf(operation);
  const { parameters } = operation;
  const query = new URL(exampleAddress(operation), 'http://x').searchParams;
  const options = Object.fromEntries([...query].filter(([name]) => !leading.includes(name)));
  return [leading.map((name) => parameters[name]!.example), options];
}

export function callExample(loupe: Loupe, operation: Operation, more: CallOptions & { limit?: number } = {}) {
  const [words, options] = exampleWords(operation);
  return methodOf(loupe, operation)(...words, { ...options, ...more });
}

export async function pageByHand(operation: Operation, baseUrl: string, key: string): Promise<AnyJson[]> {
  const { name } = operation;
  const reading = readings[name === 'users.posts' ? 'grid' : name === 'posts.comments' ? 'comments' : 'envelope'];
  const path = exampleAddress(operation);
  const items: AnyJson[] = [];
  for (let token: string | undefined; ; ) {
    const { json } = await send(baseUrl, pathOfPage({ path, parameter: reading.parameter }, token), { key });
    items.push(...reading.items(json));
    if (!reading.hasMore(json)) return items;
    token = reading.token(json) as string;
  }
}

/** The members that identify the items. Other members change with time. */
export const idsOf = (items: AnyJson[]) =>
  items.map((item) => item.pk ?? item.id ?? /"(?:pk|id|audio_cluster_id)":"([^"]+)"/.exec(JSON.stringify(item))?.[1]);

export const lists = allOperations.filter(paginationOf);
export const objects = allOperations.filter((operation) => !paginationOf(operation));
