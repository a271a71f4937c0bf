import { array, boolean, id, integer, nullable, number, open, ref, type Schema, string } from './schema';

export const Hashtag = open(
  {
    id: id(),
    name: string(),
    media_count: integer('Saturates at 2147483647 for the largest hashtags.'),
    formatted_media_count: string(),
    is_trending: boolean(),
  },
  'A hashtag: post count and trending state; search leaves the latter out. Of a restricted hashtag, any member may be missing.',
  ['id', 'name', 'media_count', 'formatted_media_count', 'is_trending'],
);

export const Location = open(
  {
    name: string(),
    category: nullable(string()),
    location_city: nullable(string()),
    lat: nullable(number()),
    lng: nullable(number()),
    hours: nullable(open({})),
  },
  'A place, as the upstream describes it.',
);

export const Place = open(
  { pk: id(), name: string(), address: string(), city: string(), lat: number(), lng: number() },
  'Regions and countries have no coordinates.',
  ['lat', 'lng'],
);

export const PlaceResult = open(
  { location: ref('Place'), title: string(), subtitle: string() },
  'A place as place search gives it.',
);

export const Track = open(
  { audio_cluster_id: id(), title: string(), display_artist: string(), duration_in_ms: integer('Milliseconds.') },
  'A piece of music.',
);

export const AudioUnit: Schema = {
  ...open(
    { track: ref('Track'), metadata: nullable(open({})) },
    'A track, or an artist, playlist or keyword unit, which has fields of its own instead.',
    ['track', 'metadata'],
  ),
  minProperties: 1,
};

export const AudioSource = open(
  { music_info: nullable(open({})), original_sound_info: nullable(open({})) },
  'One of the two: a track, or an original sound.',
);

export const AudioUse = open({ clips_count: integer(), photos_count: integer() }, 'How often it is used.');

export const AudioPage = open(
  {
    metadata: ref('AudioSource'),
    music_canonical_id: nullable(string()),
    media_count: ref('AudioUse'),
    formatted_media_count: string(),
    available_tabs: array(string()),
  },
  'Metadata of a track or an original sound.',
);

export const SearchUnit = open(
  { __typename: string(), unit_type: string() },
  'One unit of a blended result, as the upstream sends it.',
);
