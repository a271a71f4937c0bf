import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type LoupeResponse, messageClasses } from './messages';

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
