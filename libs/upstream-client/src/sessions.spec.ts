import { acceptedEncodings } from './content-encoding';
import { foreignLanguageHeaders, SessionPool } from './sessions';

const headersOf = (pool: SessionPool, count: number, nowMs: number) =>
  Array.from({ length: count }, () => pool.take(nowMs).headers.cookie);

describe('SessionPool', () => {
  it('takes sessions in turn', () => {
    const pool = new SessionPool([{ cookie: 'a' }, { cookie: 'b' }, { cookie: 'c' }]);
    expect(headersOf(pool, 6, 0)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('leaves a refused session alone for a minute', () => {
    const pool = new SessionPool([{ cookie: 'a' }, { cookie: 'b' }]);
    pool.rest(pool.take(0), 0);
    expect(headersOf(pool, 3, 1)).toEqual(['b', 'b', 'b']);
    expect(pool.healthy(1)).toBe(1);
    expect(headersOf(pool, 2, 60_001)).toContain('a');
  });

  it('uses the one that has rested longest when all of them rest', () => {
    const pool = new SessionPool([{ cookie: 'a' }, { cookie: 'b' }]);
    pool.rest(pool.take(0), 0);
    pool.rest(pool.take(0), 10);
    expect(pool.healthy(20)).toBe(0);
    expect(headersOf(pool, 1, 20)).toEqual(['a']);
  });

  const sentBy = (headers: Record<string, string>) => {
    const { headerList } = new SessionPool([headers]).take(0);
    return Object.fromEntries(headerList.flatMap((name, at) => (at % 2 ? [] : [[name, headerList[at + 1]]])));
  };

  it('asks in English for encodings that are known here, unless a session names its own language', () => {
    const usual = { accept: '*/*', 'accept-language': 'en-US', 'accept-encoding': acceptedEncodings };
    expect(sentBy({})).toEqual(usual);
    expect(sentBy({ 'Accept-Encoding': 'zstd, x', 'Accept-Language': 'de-DE' })).toEqual({
      ...usual,
      'accept-language': 'de-DE',
    });
  });

  it.each([
    [{}, []],
    [{ 'Accept-Language': 'en-US,en;q=0.9,de;q=0.8', 'X-IG-App-Locale': 'en_US' }, []],
    [{ 'Accept-Language': 'de-DE,en;q=0.8', 'X-IG-App-Locale': 'de_DE' }, ['accept-language', 'x-ig-app-locale']],
    [{ 'x-ig-mapped-locale': 'enm_XX' }, ['x-ig-mapped-locale']],
  ])('knows of %p which headers name another language: %p', (headers, expected) => {
    expect(foreignLanguageHeaders(headers)).toEqual(expected);
  });

  it('goes on without any session, and with one that was refused', () => {
    expect(new SessionPool([]).take(0).headers).toEqual({});
    const single = new SessionPool([{ Cookie: 'only' }]);
    single.rest(single.take(0), 0);
    expect(single.take(1).headers).toEqual({ cookie: 'only' });
  });
});
