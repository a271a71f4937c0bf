import { array, boolean, id, integer, number, ref, type Schema, sparse, string } from './schema';

export const Hashtag = sparse(
  {
    id: id(),
    name: string(),
    media_count: integer('Saturates at 2147483647 for the largest hashtags.'),
    formatted_media_count: string(),
    is_trending: boolean(),
  },
  'A hashtag: post count and, except in search results, trending state. A restricted hashtag may lack any member.',
);

export const Location = sparse(
  {
    name: string(),
    category: string(),
    location_city: string(),
    lat: number(),
    lng: number(),
    hours: sparse({}),
  },
  'A place, as the upstream describes it.',
);

export const Place = sparse(
  { pk: id(), name: string(), address: string(), city: string(), lat: number(), lng: number() },
  'Regions and countries have no coordinates.',
);

export const PlaceResult = sparse(
  { location: ref('Place'), title: string(), subtitle: string() },
  'A place as the place search returns it.',
);

export const Track = sparse(
  { audio_cluster_id: id(), title: string(), display_artist: string(), duration_in_ms: integer('Milliseconds.') },
  'A piece of music.',
);

export const AudioUnit: Schema = {
  ...sparse(
    { track: ref('Track'), metadata: sparse({}) },
    'A track; or an artist, playlist or keyword unit, which has other fields.',
  ),
  minProperties: 1,
};

export const AudioSource = sparse(
  { music_info: sparse({}), original_sound_info: sparse({}) },
  'One of the two: a track, or an original sound.',
);

export const AudioUse = sparse({ clips_count: integer(), photos_count: integer() }, 'How often the audio is used.');

export const AudioPage = sparse(
  {
    metadata: ref('AudioSource'),
    music_canonical_id: string(),
    media_count: ref('AudioUse'),
    formatted_media_count: string(),
    available_tabs: array(string()),
  },
  'Metadata of a track or an original sound.',
);

export const SearchUnit = sparse(
  { __typename: string(), unit_type: string() },
  'One unit of a blended result, as the upstream sends it.',
);
