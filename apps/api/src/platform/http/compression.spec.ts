import { gunzipSync } from 'node:zlib';
import { compress } from './compression';

describe('compression', () => {
  it.each([1_024, 65_536, 500_000])('restores %i bytes unchanged', async (size) => {
    const body = Buffer.alloc(size, '{"pk":"1"}');
    expect(gunzipSync(await compress(body)).equals(body)).toBe(true);
  });
});
