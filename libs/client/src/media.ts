import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { LoupeError, type Meta } from '@loupe/client';

/** A file of a post: its picture, its video, or one child of a carousel. */
export interface MediaFile {
  /** Place in the carousel, from 0; 0 for any other post. */
  index: number;
  kind: 'picture' | 'video';
  /** Id of the post or of the child. */
  pk: string | undefined;
  /** Largest first. */
  sizes: { width: number; height: number; url: string }[];
  /** Address of the largest size; undefined if the post was received without it. */
  url: string | undefined;
  /** When this address stops working. */
  expiresAt: Date | undefined;
}

export interface Downloaded {
  bytes: number;
  /** `'0'`, or the cost of the call that renewed the address; undefined if unknown. */
  costUsd: string | undefined;
  /** The post with addresses that work: the given one, or the renewed one. Pass it to the next download. */
  post: object;
}

/** A client, as far as a download needs it. */
export interface Renewer {
  posts: {
    byId(id: string, options?: { signal?: AbortSignal }): { withMeta(): PromiseLike<{ data: object; meta: Meta }> };
  };
}

// biome-ignore lint/suspicious/noExplicitAny: posts of every list, with members that the upstream may omit
type Members = any;

const maxRedirects = 5;

/**
 * Lists the files of a post, reel or story, without a call. An object without files, such as a profile, has none.
 * @param index leaves out all files but this one
 */
export function media(post: object, index?: number): MediaFile[] {
  const { carousel_media: children } = post as Members;
  const parts: Members[] = children?.length > 0 ? children : [post];
  const files = parts.flatMap((part, place) => {
    const { pk, id, media_type: type, video_versions: videos, image_versions2: images } = part;
    const isVideo = type === 2 || videos?.length > 0;
    const found: MediaFile['sizes'] = (isVideo ? videos : images?.candidates) ?? [];
    if (type === undefined && found.length === 0) return [];
    const sizes = found
      .map(({ width, height, url }) => ({ width, height, url }))
      .sort((one, other) => other.width * other.height - one.width * one.height);
    const url = sizes[0]?.url;
    const kind: MediaFile['kind'] = isVideo ? 'video' : 'picture';
    return [
      { index: place, kind, pk: `${pk ?? id ?? ''}`.split('_')[0] || undefined, sizes, url, expiresAt: expiryOf(url) },
    ];
  });
  return files.filter((file) => index === undefined || file.index === index);
}

/** The platform signs the expiry as `oe`, the simulated platform as `exp`: hexadecimal Unix seconds. */
function expiryOf(url = ''): Date | undefined {
  const seconds = /[?&](?:oe|exp)=([0-9a-f]{8})(?:&|$)/i.exec(url)?.[1];
  return seconds === undefined ? undefined : new Date(Number.parseInt(seconds, 16) * 1_000);
}

/**
 * Downloads a file of a post in its largest size, and replaces the file `to` once it is whole. If the address has expired, one
 * call gets the post again. The key is sent to Loupe only, never to the host of an address.
 * @throws {RangeError} if the post has no such file
 * @throws {LoupeError} why the post could not be renewed, such as `private_account`; or `download_failed`, with the cost of
 * the renewal as `chargedUsd`
 */
export async function download(
  loupe: Renewer,
  post: object,
  index: number,
  to: string,
  options: { signal?: AbortSignal } = {},
): Promise<Downloaded> {
  const [file] = media(post, index);
  if (!file) throw new RangeError(`The post has ${media(post).length} files, and none with the index ${index}`);
  const bytes = await save(file, to, options);
  if (bytes !== undefined) return { bytes, costUsd: '0', post };
  const { pk, id, code } = post as Members;
  const name = pk ?? id ?? code;
  if (name === undefined) throw failed('The address has expired, and the post has no pk to renew it with');
  const { data, meta } = await loupe.posts.byId(`${name}`, options).withMeta();
  const { costUsd } = meta;
  // The children of a carousel may have changed places.
  const renewed = media(data).find((one) => (file.pk ? one.pk === file.pk : one.index === index));
  try {
    const renewedBytes = renewed && (await save(renewed, to, options));
    if (renewedBytes === undefined) throw failed('The post has no working address of this file');
    return { bytes: renewedBytes, costUsd, post: data };
  } catch (error) {
    throw Object.assign(error as Error, { chargedUsd: costUsd });
  }
}

/** @returns the size; undefined if the server refuses the address as expired */
async function save(
  { url, expiresAt }: MediaFile,
  to: string,
  { signal }: { signal?: AbortSignal },
): Promise<number | undefined> {
  if (url === undefined) throw failed('The post was received without the address of this file');
  const part = `${to}.${crypto.randomUUID()}.part`;
  try {
    const response = await request(url, signal);
    const { status, body } = response;
    if (status !== 200 || !body) {
      const reader = body?.getReader();
      const said = new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
      // The clock of this computer may be wrong, so no address counts as expired before its server refuses it.
      const isExpired = /expired/i.test(said) || (expiresAt && expiresAt.getTime() < Date.now());
      if (isExpired && [403, 404, 410].includes(status)) return undefined;
      throw failed(`${new URL(url).host} answered with ${status}`, { retryable: status === 429 || status >= 500 });
    }
    try {
      await writeFile(part, body as unknown as AsyncIterable<Uint8Array>, { flag: 'wx' });
      const { size } = await stat(part);
      if (size === 0) throw failed(`${new URL(url).host} sent an empty file`, { retryable: true });
      await rename(part, to);
      return size;
    } finally {
      await rm(part, { force: true });
    }
  } catch (error) {
    signal?.throwIfAborted();
    // `fetch` reports every failure of the network so.
    const isOfNetwork = (error as Error).name === 'TypeError';
    throw isOfNetwork ? failed('The connection was lost', { retryable: true, cause: error }) : error;
  }
}

/** Follows redirects, but to no other host. */
async function request(url: string, signal: AbortSignal | undefined): Promise<Response> {
  let address = checked(url);
  const { host } = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await fetch(address, { redirect: 'manual', ...(signal && { signal }) });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    address = checked(location, address);
    if (address.host !== host) throw failed(`${host} redirects to another host, ${address.host}`);
  }
  throw failed(`${host} redirects more than ${maxRedirects} times`);
}

/** @throws {LoupeError} unless the address is one of https, or of a simulator on this computer */
function checked(url: string, base?: URL): URL {
  const address = URL.canParse(url, base) ? new URL(url, base) : undefined;
  const isLoopback = /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(address?.hostname ?? '');
  if (address?.protocol === 'https:' || (address?.protocol === 'http:' && isLoopback)) return address;
  throw failed('The address of a file must begin with https://');
}

function failed(message: string, facts: ConstructorParameters<typeof LoupeError>[2] = {}): LoupeError {
  return new LoupeError('download_failed', message, { chargedUsd: '0', ...facts });
}
