import { gunzipSync } from 'node:zlib';
import { compress, encodingFor } from './compression';

describe('compression', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0, *', undefined],
    ['br, deflate', undefined],
  ])('for Accept-Encoding %p chooses %p', (header, encoding) => expect(encodingFor(header)).toBe(encoding));

  it.each([1_024, 65_535, 65_536, 131_072, 131_073, 500_000])('gives back %i bytes unchanged', async (size) => {
    const body = Buffer.alloc(size, '{"pk":"1"}');
    expect(gunzipSync(await compress(body)).equals(body)).toBe(true);
  });
});
