import { gzipSync } from 'node:zlib';
import { failureOf, testUpstream } from '../test/test-upstream';
import { UpstreamFailure } from './failure';
import { userInfo } from './requests/users';
import { UpstreamContext } from './upstream-context';

describe('response bodies of UpstreamClient', () => {
  const upstream = testUpstream();
  const { send, clientOf } = upstream;

  it('returns a body that arrives in two chunks byte for byte', async () => {
    upstream.handler = (_request, response) => {
      response.write('{"user":');
      setTimeout(() => response.end('{"ratio":1.0}}'), 20);
    };
    expect((await send()).toString()).toBe('{"user":{"ratio":1.0}}');
    expect(upstream.requests[0]!.url).toBe('/api/v1/users/7/info/?is_prefetch=false&entry_point=profile');
  });

  it('reads long bodies one after the other on a connection, each in many chunks, after giving back their memory', async () => {
    const bodyOf = (letter: string) => `{"user":{"pk":7,"name":"${letter.repeat(300_000)}"}}`;
    let answers = 0;
    upstream.handler = (_request, response) => {
      const text = bodyOf('abcdef'[answers++]!);
      response.writeHead(200, answers % 2 ? { 'content-length': text.length } : {});
      for (let at = 0; at < text.length; at += 50_000) response.write(text.slice(at, at + 50_000));
      response.end();
    };
    const client = clientOf({ quarantineMs: 0 });
    const bodies: Buffer[] = [];
    for (let count = 0; count < 6; count++) bodies.push(await client.send(userInfo('7'), new UpstreamContext(60_000)));
    expect(bodies.map(String)).toEqual([...'abcdef'].map(bodyOf));
  });

  it('decompresses gzip and fails for a truncated gzip stream', async () => {
    const whole = gzipSync(`{"pad":"${'x'.repeat(5_000)}"}`);
    upstream.handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole);
    expect((await send()).length).toBe(5_010);
    upstream.handler = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole.subarray(0, whole.length / 2));
    expect((await failureOf(send())).kind).toBe('unavailable');
  });

  it('rejects a body above the limit, compressed or not, without a retry', async () => {
    upstream.handler = (_request, response) => response.end('x'.repeat(2_000));
    expect((await failureOf(send(60_000, { maxBodyBytes: 1_000 }))).reason).toContain('1000');
    upstream.handler = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2_000)));
    expect((await failureOf(send(60_000, { maxBodyBytes: 1_000 }))).kind).toBe('unusable');
    expect(upstream.requests).toHaveLength(2);
    expect([...upstream.clients.at(-1)!.boundsPassed]).toEqual([['answer_bytes', 1]]);
  });

  it('rejects a body that decompresses to more than 100 times its length', async () => {
    upstream.handler = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2 * 1024 * 1024)));
    expect((await failureOf(send())).reason).toContain('100 times');
    expect([...upstream.clients.at(-1)!.boundsPassed]).toEqual([['decompression_ratio', 1]]);
  });

  it('limits the bytes of all responses in memory, which count until their UpstreamContext ends', async () => {
    upstream.handler = (_request, response) => response.end('x'.repeat(600));
    const client = clientOf({ maxBufferedBytes: 1_200 });
    const [first, second, third] = [1, 2, 3].map((accountId) => new UpstreamContext(60_000, () => accountId));
    await client.send(userInfo('7'), first!);
    await client.send(userInfo('7'), second!);
    expect(client.bufferedBytes).toBe(1_200);
    expect((await failureOf(client.send(userInfo('7'), third!))).kind).toBe('retry_later');
    expect([...client.boundsPassed]).toEqual([['buffered_bytes', 1]]);
    first!.end();
    await client.send(userInfo('7'), third!);
    expect(client.bufferedBytes).toBe(1_200);
    second!.end();
    third!.end();
    expect(client.bufferedBytes).toBe(0);
  });

  it('lets one account hold at most half of the memory for responses', async () => {
    upstream.handler = (_request, response) => response.end('x'.repeat(100));
    const client = clientOf({ maxBufferedBytes: 1_000 });
    const contextOf = (accountId: number) => new UpstreamContext(60_000, () => accountId);
    const contexts = [1, 1, 1, 1, 1, 2, 2].map(contextOf);
    for (const context of contexts) await client.send(userInfo('7'), context);
    expect((await failureOf(client.send(userInfo('7'), contextOf(1)))).kind).toBe('retry_later');
    await client.send(userInfo('7'), contextOf(2));
    expect(client.bufferedBytes).toBe(800);
    contexts[0]!.end();
    await client.send(userInfo('7'), contextOf(1));
    for (const context of contexts) context.end();
    expect(client.bufferedBytes).toBe(200);
  });

  it('counts received bytes rather than the announced content-length', async () => {
    upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '10000000' });
      response.write('{');
    };
    const client = clientOf();
    const context = new UpstreamContext(60_000);
    const failure = failureOf(client.send(userInfo('7'), context));
    while (client.bufferedBytes === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(client.bufferedBytes).toBe(1);
    context.abort(new UpstreamFailure('aborted', 'gone'));
    await failure;
    context.end();
    expect(client.bufferedBytes).toBe(0);
  });

  it('returns a body of thousands of chunks unchanged', async () => {
    upstream.handler = (_request, response) => {
      for (let written = 0; written < 3_000; written++) response.write(`${written % 10}`);
      response.end('x'.repeat(3_000_000));
    };
    const body = await clientOf().send(userInfo('7'), new UpstreamContext(60_000));
    expect(body.equals(Buffer.from(`${'0123456789'.repeat(300)}${'x'.repeat(3_000_000)}`))).toBe(true);
  });

  it('keeps concurrent bodies apart when some callers leave and some responses are cut off', async () => {
    const textOf = (number: number, length: number) => `${number},`.repeat(Math.ceil(length / 2)).slice(0, length);
    const lengths = [20, 40_000, 65_536, 131_072, 300_001, 700_000, 2_097_152, 2_500_000];
    upstream.handler = (request, response, number) => {
      const length = Number(/users\/(\d+)/.exec(request.url!)![1]);
      const body = Buffer.from(textOf(number, length));
      const isCut = number % 15 === 0;
      response.writeHead(200, number % 7 === 0 ? {} : { 'content-length': length });
      let at = 0;
      const go = (): void => {
        if (isCut && at > length / 2) return void response.destroy();
        const end = Math.min(length, at + 1 + ((number * 7_919 + at) % 90_000));
        response.write(body.subarray(at, end));
        at = end;
        if (at === length) response.end();
        else setImmediate(go);
      };
      go();
    };
    const client = clientOf();
    const callers = Array.from({ length: 96 }, async (_, caller) => {
      const context = new UpstreamContext(60_000);
      if (caller % 5 === 0) setTimeout(() => context.abort(new UpstreamFailure('aborted', 'gone')), caller % 30);
      try {
        const body = (await client.send(userInfo(`${lengths[caller % lengths.length]}`), context)).toString();
        const number = Number(/^\d+/.exec(body)![0]);
        await new Promise((resolve) => setTimeout(resolve, caller % 20));
        return body === textOf(number, lengths[caller % lengths.length]!) ? 'whole' : 'spoilt';
      } catch (error) {
        return error instanceof UpstreamFailure ? 'failed' : `${error}`;
      } finally {
        context.end();
      }
    });
    const outcomes = await Promise.all(callers);
    expect(new Set(outcomes)).toEqual(new Set(['whole', 'failed']));
    expect(outcomes.filter((outcome) => outcome === 'whole').length).toBeGreaterThan(40);
    expect(client.bufferedBytes).toBe(0);
  });

  it('fails when the connection closes in the middle of a body', async () => {
    upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await failureOf(send())).kind).toBe('unavailable');
  });
});
