import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { smallestCompressedBytes } from '../platform/http/reply';
import { sendProblem } from '../platform/http/send-problem';
import { methodNotAllowed } from '../platform/problem';

/** The encoding with the smallest files is first. The server sends the first encoding that the caller accepts. */
const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

type Copies = Partial<Record<(typeof encodings)[number]['name'], () => Promise<Buffer>>>;

export interface StaticFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly hash: string;
  readonly copies: Copies;
}

/** Types that Express does not know. */
const types: Readonly<Record<string, string>> = { '.py': 'text/x-python; charset=utf-8', '.tgz': 'application/gzip' };

/** Unless a text is short or has copies in `written`, its first request compresses it. @param name sets the type */
function staticFile(name: string, bytes: Buffer, written: Copies = {}): StaticFile {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const isText = /\.(js|css|html|txt|json|md|py)$/.test(name) && bytes.length >= smallestCompressedBytes;
  const isCompressed = Object.keys(written).length > 0;
  return { name, bytes, hash, copies: isText && !isCompressed ? { gzip: compressedOnce(bytes) } : written };
}

/** A file that is generated on first use, and again when `version` changes. */
export function madeFile(name: string, text: () => string, version: () => unknown = () => ''): () => StaticFile {
  let made: { readonly file: StaticFile; readonly version: unknown } | undefined;
  return () => {
    const wanted = version();
    if (made?.version !== wanted) made = { file: staticFile(name, Buffer.from(text())), version: wanted };
    return made!.file;
  };
}

function compressedOnce(bytes: Buffer): () => Promise<Buffer> {
  let copy: Promise<Buffer> | undefined;
  return () => (copy ??= promisify(gzip)(bytes));
}

/** Files by path, in memory. A stream would stay open if its caller disconnected before earlier responses were sent. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

export function readStaticFiles(folder: string, names = namesOf(folder)): StaticFiles {
  const read = (name: string) => staticFile(name, readFileSync(join(folder, name)), writtenCopies(join(folder, name)));
  return new Map(names.map((name) => [`/${name}`, read(name)]));
}

function namesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function writtenCopies(file: string): Copies {
  const written = encodings.filter(({ extension }) => existsSync(file + extension));
  return Object.fromEntries(
    written.map(({ name, extension }) => {
      const copy = readFileSync(file + extension);
      return [name, async () => copy];
    }),
  );
}

/** Serves the file that `find` returns, and otherwise calls `next`. Ranges are ignored, as HTTP allows. */
export function serveFiles(
  find: (request: Request) => StaticFile | undefined,
  cacheControlOf: (file: StaticFile) => string = () => 'no-cache',
): RequestHandler {
  return async (request, response, next) => {
    const file = find(request);
    if (!file) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request, response);
    const encoding = encodings.find(({ name }) => file.copies[name] && request.acceptsEncodings(name))?.name;
    response.setHeader('cache-control', cacheControlOf(file));
    response.vary('Accept-Encoding');
    response.setHeader('etag', `"${file.hash}${encoding ? `-${encoding}` : ''}"`);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = encoding ? await file.copies[encoding]!() : file.bytes;
    if (encoding) response.setHeader('content-encoding', encoding);
    const extension = extname(file.name);
    response.type(types[extension] ?? extension).setHeader('content-length', body.length);
    response.end(body);
  };
}

function refuseMethod({ method }: Request, response: Response): void {
  response.setHeader('allow', 'GET, HEAD');
  const problem = methodNotAllowed(method, ['GET', 'HEAD'], 'It is a page. /docs lists the endpoints.');
  sendProblem(response as Response, problem);
}
