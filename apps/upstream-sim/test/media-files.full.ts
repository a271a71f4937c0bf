import { inflateSync } from 'node:zlib';
import { ask, askJson, simulatorForTests } from './client';

const simulator = simulatorForTests();
const file = (url: string) => ask(simulator.it, url.slice(simulator.it.baseUrl.length), { session: null });

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

  test('any edit invalidates a link', async () => {
    const { user } = await askJson(simulator.it, '/api/v1/users/1001/info/');
    const url: string = user.profile_pic_url;
    const edits = [url.replace('150x150.png', '151x151.png'), url.replace('/1001/', '/1002/'), `${url}&x=1`];
    for (const edited of edits) {
      const { status, text } = await file(edited);
      expect([status, text]).toEqual([403, 'URL signature expired']);
    }
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
