import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

/** Smallest first: the first one that a caller accepts is sent. */
const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

type Copies = Partial<Record<(typeof encodings)[number]['name'], () => Buffer | Promise<Buffer>>>;

interface StaticFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly hash: string;
  /** Compressed, by content-encoding. */
  readonly copies: Copies;
}

/**
 * Files by their path, such as `/assets/index.js`. They are kept in memory: a stream opened for a download would stay open
 * when the caller of a pipelined request goes away, and would fail without a listener when descriptors run out.
 */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Reads the files of a folder, by default all of them, with the compressed copies beside them. */
export function readStaticFiles(folder: string, names = namesOf(folder)): StaticFiles {
  return new Map(names.map((name) => [`/${name}`, readStaticFile(folder, name)]));
}

function namesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function readStaticFile(folder: string, name: string): StaticFile {
  const bytes = readFileSync(join(folder, name));
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { path: `/${name}`, bytes, hash, copies: copiesOf(join(folder, name), bytes) };
}

/** Copies that a build has written; for any other text, one that is made on the first request, off the event loop. */
function copiesOf(file: string, bytes: Buffer): Copies {
  const written = encodings.filter(({ extension }) => existsSync(file + extension));
  if (written.length === 0 && /\.(js|css|html|txt)$/.test(file)) {
    let copy: Promise<Buffer> | undefined;
    return { gzip: () => (copy ??= promisify(gzip)(bytes)) };
  }
  return Object.fromEntries(
    written.map(({ name, extension }) => {
      const copy = readFileSync(file + extension);
      return [name, () => copy];
    }),
  );
}

/**
 * Answers GET and HEAD with the file that `find` returns for the path, and passes every other request on. A range is answered
 * with the whole file, as HTTP allows.
 */
export function serveFiles(
  find: (path: string) => StaticFile | undefined,
  cacheControlOf: (path: string) => string = () => 'no-cache',
): RequestHandler {
  return async (request, response, next) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? find(request.path) : undefined;
    if (!file) return next();
    const encoding = encodings.find(({ name }) => file.copies[name] && request.acceptsEncodings(name))?.name;
    response.setHeader('cache-control', cacheControlOf(file.path));
    response.setHeader('vary', 'Accept-Encoding');
    response.setHeader('etag', `"${file.hash}${encoding ? `-${encoding}` : ''}"`);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = encoding ? await file.copies[encoding]!() : file.bytes;
    if (encoding) response.setHeader('content-encoding', encoding);
    response.type(extname(file.path)).setHeader('content-length', body.length);
    response.end(body);
  };
}
