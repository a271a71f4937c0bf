import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { keepAliveMs, type LoupeResponse, messageClasses } from './messages';

describe('the head of an answer', () => {
  let answer: (response: LoupeResponse) => void;
  const server = createServer(messageClasses(express(), ''), (_, response) => answer(response as LoupeResponse));
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));

  /** Names and values as they come, but for those that Node.js adds. */
  const headOf = (answering: typeof answer) =>
    new Promise<string[]>((resolve, reject) => {
      answer = answering;
      request({ port: (server.address() as AddressInfo).port, agent: false }, (response) => {
        const { rawHeaders: raw } = response.resume();
        const lines = raw.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${raw[index + 1]}`]));
        resolve(lines.filter((line) => !/^(date|connection|content-length|transfer-encoding):/i.test(line)).sort());
      })
        .on('error', reject)
        .end();
    });
  const id = expect.stringMatching(/^x-request-id: [0-9a-f-]{36}$/);
  const nosniff = 'x-content-type-options: nosniff';

  it('has the request id, and that its type is not to be guessed', async () => {
    expect(await headOf((response) => response.end())).toEqual([nosniff, id]);
  });

  it('has each field once, with the value that was set last', async () => {
    const head = await headOf((response) => {
      response.setField('a', '1');
      response.setField('b', 'a');
      response.setField('a', '2');
      response.end();
    });
    expect(head).toEqual(['a: 2', 'b: a', nosniff, id]);
  });

  it.each<[string, (response: LoupeResponse) => void]>([
    ['in the way of Node.js', (response) => response.setHeader('b', '1').end()],
    ['with the head', (response) => response.writeHead(200, { b: '1' }).end()],
    ['with the head and a reason', (response) => response.writeHead(200, 'Fine', { b: '1' }).end()],
  ])('has what is set %s beside its fields', async (_, end) => {
    const head = await headOf((response) => {
      response.setField('a', '1');
      end(response);
    });
    expect(head).toEqual(['a: 1', 'b: 1', nosniff, id]);
  });
});

describe('an answer that ends with its only bytes', () => {
  let answer: (response: LoupeResponse) => void;
  const server = createServer(messageClasses(express(), ''), (_, response) => answer(response as LoupeResponse));
  server.keepAliveTimeout = keepAliveMs;
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));

  /** All that a connection is answered, until it says that it is over or as many bodies have come, with ids and dates alike. */
  const exchange = (requests: string, bodies: number) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const done = () => {
        socket.destroy();
        resolve(received.replace(/[0-9a-f-]{36}/g, 'id').replace(/Date: .*/g, 'Date'));
      };
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(requests));
      socket.setEncoding('latin1').on('data', (text) => {
        received += text;
        if (received.split('!').length > bodies) done();
      });
      socket.on('end', done).on('error', reject);
    });

  const bodies = { small: 'é!', large: `${'x'.repeat(100_000)}!` };
  const heads = {
    'as most callers ask': '',
    'on a connection that is to be closed': 'Connection: close\r\n',
    'with an expectation': 'Expect: 100-continue\r\n',
    'with one that is not met': 'Expect: something\r\n',
  };
  const versions = ['HTTP/1.1', 'HTTP/1.0'];
  const cases = Object.entries(bodies).flatMap(([size, body]) =>
    Object.entries(heads).flatMap(([name, head]) =>
      versions.flatMap((version) => ['GET', 'HEAD'].map((method) => ({ size, body, name, head, version, method }))),
    ),
  );

  it.each(cases)('is what Node.js would send: $method, $version, $size, $name', async (one) => {
    const text = `${one.method} / ${one.version}\r\nHost: a\r\n${one.head}\r\n`;
    // A second request follows: whoever takes the connection for open, or a body for shorter than it is, shows it.
    const requests = `${text}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const body = Buffer.from(one.body);
    const answers = [];
    for (const isOurs of [true, false]) {
      let sent = 0;
      answer = (response) => {
        response.setField('a', '1');
        if (isOurs) return response.endWith(body, () => sent++);
        response.setField('content-length', `${body.length}`);
        response.end(body);
      };
      answers.push(await exchange(requests, 2));
      if (isOurs) expect(sent).toBeGreaterThan(0);
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it.each<[string, (response: LoupeResponse) => void]>([
    ['the server has ended', (response) => response.socket!.end()],
    ['is lost', (response) => response.socket!.destroy()],
  ])('is not sent, and not said to be, on a connection that %s', async (_, leave) => {
    const events: string[] = [];
    server.once('clientError', () => events.push('clientError'));
    const isClosed = new Promise<LoupeResponse>((resolve) => {
      answer = (response) => {
        leave(response);
        response.on('finish', () => events.push('finish')).on('close', () => resolve(response));
        response.endWith(Buffer.from('!'), () => undefined);
      };
    });
    await exchange('GET / HTTP/1.1\r\nHost: a\r\n\r\n', 1);
    expect((await isClosed).writableFinished).toBe(false);
    expect(events).toEqual([]);
    server.removeAllListeners('clientError');
  });

  it('has the headers that were set in the way of Node.js, too, and says when it is the last one', async () => {
    answer = (response) => {
      response.setHeader('b', '1');
      response.endWith(Buffer.from('!'), () => undefined);
    };
    expect(await exchange('GET / HTTP/1.1\r\nHost: a\r\n\r\n', 1)).toMatch(/^b: 1\r$/m);
    answer = (response) => {
      response.isLast = true;
      response.endWith(Buffer.from('!'), () => undefined);
    };
    expect(await exchange('GET / HTTP/1.1\r\nHost: a\r\n\r\n', 1)).toMatch(/^Connection: close\r$/m);
  });
});
