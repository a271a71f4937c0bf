import { gunzipSync } from 'node:zlib';
import { compress } from './compression';

describe('compression', () => {
  it.each([1_024, 65_536, 500_000])('compresses %i bytes without loss', async (size) => {
    const body = Buffer.alloc(size, '{"pk":"1"}');
    expect(gunzipSync(await compress(body)).equals(body)).toBe(true);
  });
});
