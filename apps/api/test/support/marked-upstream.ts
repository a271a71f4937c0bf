import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { endServer, listenLocally } from './local-server';

/** How the upstream sends a body or fails. The second digit of an id chooses the manner. */
export const manners = [
  'at once',
  'chunked',
  'in gzip',
  'in pieces',
  'cut',
  'garbage',
  'stalled',
  'refused',
  'private',
  'too long',
] as const;
export type Manner = (typeof manners)[number];

/** Body lengths in bytes. The third digit of an id chooses one. */
const lengths = [30_000, 45_000, 80_000, 150_000, 300_000, 700_000, 1_300_000, 2_600_000];

let made = 0;

export function markOf(manner: Manner, length: number): string {
  return `7${manners.indexOf(manner)}${length}${String(100_000_000 + made++)}`;
}

/** Text that only responses about this id contain. */
export function fillOf(mark: string): string {
  const length = lengths[Number(mark[2])]!;
  return `${mark} `.repeat(length / mark.length);
}

const bodies: [path: RegExp, body: (mark: string, isPrivate: boolean) => string][] = [
  [
    /\/users\/\d+\/info\//,
    (mark, isPrivate) =>
      `{"user":{"pk":${mark},"is_private":${isPrivate},"biography":"${fillOf(mark)}"},"status":"ok"}`,
  ],
  [/\/friendships\//, (mark) => `{"users":[{"pk":${mark},"name":"${fillOf(mark)}"},{"pk":${mark}}],"status":"ok"}`],
  [/\/story\//, (mark) => `{"reel":{"items":[{"pk":${mark},"text":"${fillOf(mark)}"}]},"status":"ok"}`],
  [
    /\/reels_media\//,
    (mark) => `{"reels":{"highlight:${mark}":{"items":[{"pk":${mark},"text":"${fillOf(mark)}"}]}},"status":"ok"}`,
  ],
  [
    /\/typeahead_stream\//,
    (mark) =>
      `{"users":[{"pk":${mark},"username":"u${mark}","full_name":"${fillOf(mark)}"}],"has_more":false,"rank_token":"t"}`,
  ],
  [
    /about_this_account/,
    (mark) =>
      `{"layout":{"bloks_payload":{"tree":{"text":"Date joined","more":{"text":"${fillOf(mark).trim()}"}}}},"status":"ok"}`,
  ],
  [/\/graphql\//, gridOf],
];

/** One post arrives in three parts, of which the last adds nothing. */
function gridOf(mark: string): string {
  const root = '1$xdt_api__v1__profile_timeline(user_id:$user_id)';
  const part = { id: `${mark}_5`, text: fillOf(mark) };
  const rows = [
    { data: { [root]: { strong_id__: null } }, extensions: { is_final: false } },
    { path: [root], data: { profile_grid_items: [{ media: { id: `${mark}_5` } }] }, extensions: { is_final: false } },
    ...[part, { ...part, more: fillOf(mark) }, part].map((data) => ({
      path: [root, 'profile_grid_items', 0, 'media'],
      data,
      extensions: { is_final: false },
    })),
    { path: [root], data: { strong_id__: null }, extensions: { is_final: true } },
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export class MarkedUpstream {
  private readonly server: Server = createServer(async (request, response) => {
    let text = request.url!;
    for await (const chunk of request) text += chunk;
    const mark = /7\d{11}/.exec(text)![0];
    const isInfo = /\/info\//.test(request.url!);
    const manner = manners[Number(mark[1])]!;
    const body = bodies.find(([path]) => path.test(request.url!))![1](mark, isInfo && manner === 'private');
    await answer(response, manner, Buffer.from(body)).catch(() => undefined);
  });

  start(): Promise<string> {
    return listenLocally(this.server);
  }

  stop(): void {
    endServer(this.server);
  }
}

async function answer(response: ServerResponse, manner: Manner, body: Buffer): Promise<void> {
  const { length } = body;
  switch (manner) {
    case 'chunked':
      for (let at = 0; at < length; at += 100_000) response.write(body.subarray(at, at + 100_000));
      return void response.end();
    case 'in gzip':
      return void response.setHeader('content-encoding', 'gzip').end(gzipSync(body, { level: 1 }));
    case 'in pieces':
    case 'cut':
    case 'stalled':
      return inPieces(response, manner, body);
    case 'garbage':
      return void response.end(body.fill(0x7b, length - 10));
    case 'refused':
      response.statusCode = 500;
      return void response.end(JSON.stringify({ message: body.toString() }));
    case 'too long':
      // Node.js enforces the declared length; this bypasses it.
      return void (response.socket as Socket).write(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`), body, body]),
      );
    default:
      return void response.setHeader('content-length', length).end(body);
  }
}

async function inPieces(response: ServerResponse, manner: Manner, body: Buffer): Promise<void> {
  response.setHeader('content-length', body.length);
  for (const part of [1, 2, 3, 4]) {
    response.write(body.subarray(((part - 1) * body.length) >> 2, (part * body.length) >> 2));
    await sleep(2);
    if (part < 3 || manner === 'in pieces') continue;
    if (manner === 'cut') response.destroy();
    return;
  }
  response.end();
}
