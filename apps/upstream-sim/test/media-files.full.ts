import { inflateSync } from 'node:zlib';
import { ask, askJson, frozenMs, simulatorForTests } from './client';

let clockMs = frozenMs;
const simulator = simulatorForTests({ now: () => clockMs });
const file = (url: string) => ask(simulator.it, url.slice(simulator.it.baseUrl.length), { session: null });

afterEach(() => {
  clockMs = frozenMs;
});

function sizeOf(png: Buffer): [number, number] {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const data = png.indexOf('IDAT', 0, 'latin1');
  const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
  expect(pixels.length).toBe((width + 1) * height);
  return [width, height];
}

describe('media files', () => {
  test('pictures are PNGs of the announced size and need no session', async () => {
    const { items } = await askJson(simulator.it, '/api/v1/media/2006059184019655369/info/');
    for (const { url, width, height } of items[0].image_versions2.candidates.slice(2)) {
      const { status, headers, bytes } = await file(url);
      expect([status, headers['content-type']]).toEqual([200, 'image/png']);
      expect(sizeOf(bytes)).toEqual([width, height]);
    }
  });

  test('different accounts have different pictures, and accounts without a picture share the silhouette', async () => {
    const { users } = await askJson(simulator.it, '/api/v1/friendships/1001/followers/?count=100');
    type User = { has_anonymous_profile_picture: boolean; profile_pic_url: string };
    const pictures = async (anonymous: boolean) => {
      const some = users.filter((user: User) => user.has_anonymous_profile_picture === anonymous).slice(0, 3);
      const files = await Promise.all(some.map((user: User) => file(user.profile_pic_url)));
      return new Set(files.map(({ bytes }) => bytes.toString('base64'))).size;
    };
    expect([await pictures(false), await pictures(true)]).toEqual([3, 1]);
  });

  test('links are 480 characters long', async () => {
    const { user } = await askJson(simulator.it, '/api/v1/users/1001/info/');
    expect(user.profile_pic_url.length).toBe(480);
  });

  test('any edit invalidates a link', async () => {
    const { user } = await askJson(simulator.it, '/api/v1/users/1001/info/');
    const url: string = user.profile_pic_url;
    const edits = [
      url.replace('150x150.png', '151x151.png'),
      url.replace('/1001/', '/1002/'),
      url.replace(/exp=(\w)/, (_, digit) => `exp=${digit === 'f' ? 'e' : 'f'}`),
      url.slice(0, -1),
      `${url}&x=1`,
      url.split('?')[0] as string,
    ];
    for (const edited of edits) {
      const { status, headers, text } = await file(edited);
      expect([status, headers['content-type'], text]).toEqual([403, 'text/plain', 'URL signature expired']);
    }
  });

  test('a link is valid for hours and then expires', async () => {
    const { user } = await askJson(simulator.it, '/api/v1/users/1001/info/');
    const statusAfter = async (hours: number) => {
      clockMs = frozenMs + hours * 3_600_000;
      return (await file(user.profile_pic_url)).status;
    };
    expect([await statusAfter(6), await statusAfter(7)]).toEqual([200, 403]);
  });

  test('responses of the next hour have new links', async () => {
    const url = async () => (await askJson(simulator.it, '/api/v1/users/1001/info/')).user.profile_pic_url;
    const before = await url();
    clockMs += 60_000;
    expect(await url()).toBe(before);
    clockMs += 3_600_000;
    expect(await url()).not.toBe(before);
  });

  test('videos are MP4 with the announced duration, and sounds are WAV', async () => {
    const { items } = await askJson(simulator.it, '/api/v1/media/2482951013702140469/info/');
    const [reel] = items;
    const { headers, bytes } = await file(reel.video_versions[0].url);
    expect([headers['content-type'], bytes.toString('latin1', 4, 8)]).toEqual(['video/mp4', 'ftyp']);
    const header = bytes.indexOf('mvhd', 0, 'latin1');
    expect(bytes.readUInt32BE(header + 20) / bytes.readUInt32BE(header + 16)).toBe(reel.video_duration);
    const sound = await file(reel.clips_metadata.original_sound_info.progressive_download_url);
    expect([sound.headers['content-type'], sound.bytes.toString('latin1', 0, 4)]).toEqual(['audio/wav', 'RIFF']);
  });
});
