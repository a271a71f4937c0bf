import { array, boolean, id, number, ref, signedUrl, smallInteger, sparse, string, unixSeconds } from './schema';

export const ImageFile = sparse({ width: smallInteger(), height: smallInteger(), url: signedUrl() }, 'A picture file.');

export const ImageVersions = sparse(
  { candidates: array(ref('ImageFile'), 'Largest first.') },
  'The picture of a post, or the cover of a video.',
);

export const VideoVersion = sparse(
  { width: smallInteger(), height: smallInteger(), url: signedUrl() },
  'A video file.',
);

export const UserRef = sparse({ pk: id(), username: string() }, 'A user mentioned in another object.');

export const MediaOwner = sparse({ pk: id(), username: string(), is_verified: boolean() }, 'The owner of a post.');

export const Caption = sparse(
  { text: string('null for a post without a caption.'), created_at: unixSeconds(), user: ref('UserRef') },
  'An object or null, never a string.',
);

export const MediaLocation = sparse(
  { pk: id(), name: string(), lat: number(), lng: number() },
  'The place of a post. Regions and countries have no coordinates.',
);

export const UserTag = sparse({ user: ref('UserRef') }, 'An account tagged on a photo.');

export const UserTags = sparse({ in: array(ref('UserTag')) }, 'Accounts tagged on photos. Always empty on videos.');

export const CarouselChild = sparse(
  {
    image_versions2: ref('ImageVersions'),
    video_versions: array(ref('VideoVersion'), 'Filled on videos, empty on photos.'),
  },
  'A photo or a video of a carousel, with files of its own.',
);
