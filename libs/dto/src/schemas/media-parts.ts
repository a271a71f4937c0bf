import { array, id, nullable, number, open, ref, signedUrl, smallInteger, string, unixSeconds } from './schema';

export const ImageFile = open({ width: smallInteger(), height: smallInteger(), url: signedUrl() }, 'A picture file.');

export const ImageVersions = open(
  { candidates: array(ref('ImageFile'), 'Largest first.') },
  'The picture of a media, or the cover of a video.',
);

export const VideoVersion = open({ width: smallInteger(), height: smallInteger(), url: signedUrl() }, 'A video file.');

export const UserRef = open({ pk: id(), username: string() }, 'A user who is named in another object.');

export const MediaOwner = open(
  { pk: id(), username: string(), is_verified: { type: 'boolean' } },
  'The owner of a media.',
);

export const Caption = open(
  { text: nullable(string('null for a post without caption.')), created_at: unixSeconds(), user: ref('UserRef') },
  'An object or null, never a string.',
);

export const MediaLocation = open(
  { pk: id(), name: string(), lat: number(), lng: number() },
  'The place of a media. Regions and countries have no coordinates.',
  ['lat', 'lng'],
);

export const UserTag = open({ user: ref('UserRef') }, 'An account tagged on a photo.');

export const UserTags = open({ in: array(ref('UserTag')) }, 'Accounts tagged on photos. Always empty on videos.');

export const CarouselChild = open(
  {
    image_versions2: ref('ImageVersions'),
    video_versions: nullable(array(ref('VideoVersion'), 'Filled on videos, empty on photos.')),
  },
  'A photo or a video of a carousel, with files of its own.',
  ['video_versions'],
);
