import { get } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { MalformedResponse, type ResponseHead, ResponseParser } from './response-parser';

interface Read {
  head?: ResponseHead;
  body: string;
  isOver: boolean;
}

/** Reads what comes in several pieces, each overwritten after it has been read, as a connection does. */
function read(pieces: readonly string[], endsWithConnection = false): Read {
  const result: Read = { body: '', isOver: false };
  const parser = new ResponseParser({
    onHead: (head) => {
      result.head = head;
    },
    onBody: (bytes, knownBytes) => {
      expect(bytes.length).toBeLessThanOrEqual(knownBytes);
      result.body += bytes.toString('latin1');
    },
    onEnd: () => {
      result.isOver = true;
    },
  });
  parser.expect();
  for (const piece of pieces) {
    const bytes = Buffer.from(piece, 'latin1');
    parser.read(bytes);
    bytes.fill('!');
  }
  if (endsWithConnection) parser.end();
  return result;
}

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const value = fc.stringMatching(/^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]{0,20}[\x21-\x7e\x80-\xff])?$/);
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('latin1'));
const space = fc.constantFrom('', ' ', '  ');
const written = (name: string) =>
  fc.constantFrom(
    name,
    name.toUpperCase(),
    name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  );
const field = (name: string, text: string) =>
  fc.tuple(written(name), space, space).map(([as, before, after]) => `${as}:${before}${text}${after}`);

const counted = bytes.chain((body) =>
  field('content-length', `${body.length}`).map((line) => ({ line, body, wire: body })),
);
const chunk = fc.tuple(
  bytes.filter((body) => body.length > 0),
  fc.constantFrom('', ';name=value', ';name="quoted;"', ';name'),
  fc.boolean(),
);
const chunked = fc
  .tuple(fc.array(chunk, { maxLength: 4 }), fc.array(word, { maxLength: 2 }))
  .chain(([chunks, trailers]) => {
    const parts = chunks.map(([body, extension, isUpper]) => {
      const size = body.length.toString(16);
      return `${isUpper ? size.toUpperCase() : size}${extension}\r\n${body}\r\n`;
    });
    const wire = `${parts.join('')}0\r\n${trailers.map((name) => `${name}: x\r\n`).join('')}\r\n`;
    const body = chunks.map(([text]) => text).join('');
    return field('transfer-encoding', 'chunked').map((line) => ({ line, body, wire }));
  });
const untilClose = bytes.map((body) => ({ line: undefined, body, wire: body }));
const response = fc
  .record({
    status: fc.constantFrom(200, 200, 302, 400, 404, 429, 502),
    reason: fc.constantFrom(' OK', ' ', '', ' Not Found'),
    others: fc.array(
      fc.tuple(word, space, value).map(([name, gap, text]) => `x-${name}:${gap}${text}`),
      { maxLength: 4 },
    ),
    isInterim: fc.boolean(),
  })
  .chain((head) => fc.oneof(counted, chunked, untilClose).map((framed) => ({ ...head, ...framed })))
  .map(({ status, reason, others, isInterim, line, body, wire }) => {
    const lines = [`HTTP/1.1 ${status}${reason}`, ...others, ...(line === undefined ? [] : [line])];
    const interim = isInterim ? 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n' : '';
    return { status, body, isBounded: line !== undefined, text: `${interim}${lines.join('\r\n')}\r\n\r\n${wire}` };
  });

describe('an arbitrary answer', () => {
  it('is the same however it is cut into packets', () => {
    fc.assert(
      fc.property(response, fc.array(fc.nat(), { maxLength: 6 }), ({ text, body, status, isBounded }, places) => {
        const result = read(cut(text, places));
        expect(result).toMatchObject({ body, isOver: isBounded, head: { status, isKeptAlive: isBounded } });
        expect(read(cut(text, places), true).isOver).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not over before its last byte', () => {
    fc.assert(
      fc.property(response, fc.nat(), ({ text, isBounded }, place) => {
        const result = read([text.slice(0, place % text.length)], true);
        expect(result.isOver).toBe(!isBounded && result.head !== undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('ends where it says: what follows was not asked for', () => {
    fc.assert(
      fc.property(response, ({ text, isBounded }) => {
        fc.pre(isBounded);
        expect(() => read([`${text}H`])).toThrow(MalformedResponse);
      }),
      { numRuns: 300 },
    );
  });
});

describe('beside the parser of Node.js', () => {
  let server: Server;
  let wire = '';
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(wire, 'latin1'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** What it makes of an answer; undefined when it refuses it. */
  const readByNode = (text: string) =>
    new Promise<{ status: number; body: string } | undefined>((resolve) => {
      wire = text;
      const refused = () => resolve(undefined);
      const { port } = server.address() as AddressInfo;
      get({ host: '127.0.0.1', port, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (part) => chunks.push(part));
        answer.on('error', refused);
        answer.on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(chunks).toString('latin1') }));
      }).on('error', refused);
    });

  const readHere = (text: string) => {
    try {
      const { head, body, isOver } = read([text], true);
      return isOver ? { status: head!.status, body } : undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedResponse);
      return undefined;
    }
  };

  it('reads no damaged answer otherwise', async () => {
    const damage = fc.record({
      place: fc.nat(),
      length: fc.nat(3),
      put: fc.constantFrom(
        '',
        '\r',
        '\n',
        '\r\n',
        ' ',
        ':',
        '0',
        '1',
        'a',
        '\0',
        'chunked',
        'Content-Length: 1\r\n',
        'é',
      ),
    });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(response, fc.array(damage, { minLength: 1, maxLength: 2 }), async ({ text }, damages) => {
        const damaged = damages.reduce((whole, { place, length, put }) => {
          const at = place % whole.length;
          return whole.slice(0, at) + put + whole.slice(at + length);
        }, text);
        const here = readHere(damaged);
        if (!here) return;
        const byNode = await readByNode(damaged);
        // A few things that the standard allows are refused there.
        if (!byNode) return;
        taken += 1;
        expect(here).toEqual(byNode);
      }),
      { numRuns: 1_500 },
    );
    expect(taken).toBeGreaterThan(300);
  });
});

describe('what is no answer, or could be two', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['HTTP/0.9', '<html>\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n'],
    ['a folded field', `${ok}x: a\r\n b\r\n\r\n`],
    ['a space before the colon', `${ok}content-length : 2\r\n\r\nab`],
    ['a field without a name', `${ok}: a\r\n\r\n`],
    ['a line without a colon', `${ok}content-length\r\n\r\n`],
    ['a line feed alone', `${ok}x: a\ncontent-length: 0\r\n\r\n`],
    ['a carriage return alone', `${ok}x: a\rb\r\n\r\n`],
    ['a null byte', `${ok}x: a\0\r\n\r\n`],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['a list of lengths', `${ok}content-length: 1, 1\r\n\r\na`],
    ['a signed length', `${ok}content-length: +1\r\n\r\na`],
    ['a length that is none', `${ok}content-length: 0x1\r\n\r\na`],
    ['an empty length', `${ok}content-length:\r\n\r\n`],
    ['a length beyond all numbers', `${ok}content-length: 9999999999999999\r\n\r\na`],
    ['length and chunks', `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['an unknown coding', `${ok}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ['a coding twice', `${ok}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a coding in HTTP/1.0', 'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a chunk without a size', `${ok}transfer-encoding: chunked\r\n\r\n\r\na\r\n`],
    ['a chunk of negative size', `${ok}transfer-encoding: chunked\r\n\r\n-1\r\na\r\n`],
    ['a chunk beyond all numbers', `${ok}transfer-encoding: chunked\r\n\r\n1234567890123\r\na\r\n`],
    ['a chunk that is longer than it says', `${ok}transfer-encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`],
    ['a body where none may be', 'HTTP/1.1 204 No Content\r\ncontent-length: 1\r\n\r\na'],
    ['a coding where no body may be', 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a length of its own in a 304', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n'],
    ['an interim answer with a body', 'HTTP/1.1 103 Early Hints\r\ncontent-length: 5\r\n\r\n'],
    ['a control character', `${ok}x: a\x01\r\n\r\n`],
    ['a space that is none in a length', `${ok}content-length:\xa05\r\n\r\nabcde`],
    ['interim answers without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(9)],
    ['a head without end', `${ok}${'x: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_100)}`],
    ['a chunk line without end', `${ok}transfer-encoding: chunked\r\n\r\n1;${'a'.repeat(1_100)}`],
    [
      'trailers without end',
      `${ok}transfer-encoding: chunked\r\n\r\n0\r\n${'x: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(3_000)}`,
    ],
  ])('%s is refused', (_what, text) => {
    expect(() => read([text])).toThrow(MalformedResponse);
  });

  it.each([
    ['the same length twice', `${ok}content-length: 1\r\nContent-Length: 1\r\n\r\na`, 'a'],
    ['a 304 that has no body', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 0\r\n\r\n', ''],
    ['no reason', 'HTTP/1.1 200\r\ncontent-length: 1\r\n\r\na', 'a'],
    ['a value with what the coding is named', `${ok}x: transfer-encoding: chunked\r\ncontent-length: 1\r\n\r\na`, 'a'],
  ])('%s is taken', (_what, text, body) => {
    expect(read([text])).toMatchObject({ body, isOver: true });
  });
});

describe('what a head tells', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\ncontent-length: 0', { encoding: 'gzip', isKeptAlive: true }],
    [
      'HTTP/1.1 302 Found\r\nLocation: /accounts/login/\r\ncontent-length: 0',
      { status: 302, location: '/accounts/login/' },
    ],
    [
      'HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nKeep-Alive: timeout=5\r\ncontent-length: 0',
      { isKeptAlive: true, keptForSeconds: 5 },
    ],
    ['HTTP/1.1 200 OK\r\nconnection: x, Close\r\ncontent-length: 0', { isKeptAlive: false }],
    ['HTTP/1.1 204 No Content\r\nconnection: keep-alive', { isKeptAlive: false }],
    ['HTTP/1.1 304 Not Modified\r\ncontent-length: 0', { isKeptAlive: false }],
    ['HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0', { isKeptAlive: false }],
    ['HTTP/1.1 200 OK', { isKeptAlive: false, encoding: undefined, location: undefined, keptForSeconds: undefined }],
  ])('%j', (head, expected) => {
    expect(read([`${head}\r\n\r\n`]).head).toMatchObject(expected);
  });
});
