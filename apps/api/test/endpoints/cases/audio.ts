import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase } from '../endpoint-case';
import { knownAudio } from '../known';
import { isMedia } from './section-lists';

const { audio } = operations;

const track = casesOf(audio.byId, [
  {
    name: 'returns the metadata of the audio without its reels',
    path: `/audio/${knownAudio.cluster}`,
    upstream: ['clips.music'],
    check: ({ json }) => {
      expect(json.metadata.music_info.music_asset_info).toMatchObject({
        title: 'Quiet Light',
        display_artist: 'Tram 12',
      });
      expect(json.metadata.music_info.music_canonical_id).toBe(knownAudio.canonical);
      expect([json.items, json.paging_info, json.status]).toEqual([undefined, undefined, undefined]);
    },
  },
  {
    name: 'returns an original sound',
    path: `/audio/${knownAudio.original}`,
    check: ({ json }) => expect(json.metadata.original_sound_info).toBeTruthy(),
  },
  { name: 'does not find an unknown audio', path: `/audio/${knownAudio.unknown}`, code: 'not_found' },
]);

const lists = [
  ...casesOf(audio.trending, [
    {
      name: 'returns the list of trending audio, not an audio with the id “trending”',
      path: '/audio/trending',
      upstream: ['music.trending'],
      check: ({ json }) => {
        expect(json).toMatchObject({ next_cursor: expect.any(String), has_more: true });
        expect(json.items[0].track).toMatchObject({ title: expect.any(String) });
      },
    },
    { name: 'refuses a cursor that it did not issue', path: '/audio/trending?cursor=11', code: 'invalid_cursor' },
  ]),
  ...casesOf(audio.medias, [
    {
      name: 'returns the reels that use the audio',
      path: `/audio/${knownAudio.cluster}/medias`,
      upstream: ['clips.music'],
      check: ({ json }) => expect(json.items[0]).toMatchObject({ ...isMedia, product_type: 'clips' }),
    },
    {
      name: 'refuses a cursor that it did not issue',
      path: `/audio/${knownAudio.cluster}/medias?cursor=QVFD`,
      code: 'invalid_cursor',
    },
    { name: 'does not find an unknown audio', path: `/audio/${knownAudio.unknown}/medias`, code: 'not_found' },
  ]),
];

export const audioCases: readonly EndpointCase[] = [...track, ...lists];
