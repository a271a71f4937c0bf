import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PictureKind } from '../wire/media-links';
import { mix, pick, salt } from '../world/chance';
import { resizedPng } from './png';

const read = (name: string): Buffer => readFileSync(join(__dirname, name));
const readAll = (prefix: string): Buffer[] =>
  readdirSync(__dirname)
    .filter((name) => name.startsWith(prefix))
    .sort()
    .map(read);

const landscapes = readAll('landscape-');
const posters = readAll('poster-');
const silhouette = read('silhouette.png');
const videoStill = read('still.mp4');
const noPicture = '0';

const choices: Readonly<Record<PictureKind, readonly Buffer[]>> = {
  avatar: [...posters, ...landscapes],
  cover: posters,
  media: landscapes,
  tag: landscapes,
};

/** Boxes of an MP4 that state its duration in milliseconds, each with the byte offset of the duration from its name. */
const durations: Readonly<Record<string, number>> = { mvhd: 20, tkhd: 24, mdhd: 20, stts: 16 };

export const sound = read('chord.wav');

export function picture(kind: PictureKind, id: string, width: number, height: number): Buffer {
  const isSilhouette = kind === 'avatar' && id === noPicture;
  const chosen = isSilhouette ? silhouette : pick(mix(salt(kind), salt(id)), choices[kind]);
  return resizedPng(chosen, width, height);
}

/** An MP4 that shows one still frame for the given time. */
export function video(durationMs: number): Buffer {
  const bytes = Buffer.from(videoStill);
  for (const [box, offset] of Object.entries(durations)) {
    bytes.writeUInt32BE(durationMs, bytes.indexOf(box, 0, 'latin1') + offset);
  }
  return bytes;
}
