import { array, boolean, closed, id, integer, nullable, ref, signedUrl, sparse, string, unixSeconds } from './schema';

export const BiographyText = sparse(
  {
    raw_text: string('The same text as biography.'),
    entities: array(sparse({}), 'Mentions and hashtags, itemised.'),
  },
  'The biography, with what it refers to.',
);

export const BioLink = sparse({ url: string(), title: string() }, 'A link of a profile.');

export const Profile = sparse(
  {
    pk: id('Numeric user id; the id that every other user endpoint takes.'),
    username: string(),
    full_name: string(),
    biography: string('Plain text.'),
    biography_with_entities: ref('BiographyText'),
    external_url: string(),
    bio_links: array(ref('BioLink'), 'More complete than external_url.'),
    follower_count: integer(),
    following_count: integer(),
    media_count: integer(),
    is_private: boolean(),
    is_verified: boolean(),
    is_business: boolean(),
    category: string(),
    public_email: string(),
    profile_pic_url: signedUrl(),
    hd_profile_pic_versions: array(ref('ImageFile'), 'Choose the largest. The URLs are signed and expire.'),
    has_highlight_reels: boolean(),
    pronouns: array(string()),
  },
  'A full user: about 250 fields, passed through as the upstream sends them. These are the commonly used ones.',
  ['pk'],
);

export const CompactUser = sparse(
  {
    pk: id(),
    username: string(),
    full_name: string(),
    is_private: boolean(),
    is_verified: boolean(),
    profile_pic_url: signedUrl(),
    latest_reel_media: unixSeconds('Unix seconds of the latest story; 0 for none.'),
    account_badges: array(sparse({})),
    id: id('The same as pk.'),
    fbid_v2: id('Id of the account in another network of the upstream’s company.'),
    profile_pic_id: string('<media_id>_<user_id> of the picture; missing if the account has no picture.'),
  },
  'A user in a list: about 15 fields, without follower or following counts.',
  ['pk'],
);

export const SearchUser = sparse(
  {
    pk: id(),
    username: string(),
    full_name: string(),
    is_private: boolean(),
    is_verified: boolean(),
    profile_pic_url: signedUrl(),
    social_context: string('A text for people, such as “1,204 followers”.'),
  },
  'A user as the account search returns it.',
  ['pk'],
);

export const AboutPanel = closed(
  {
    date_joined: nullable(string('From the line with this label; null if the panel has no such line.')),
    former_usernames: array(string()),
    former_usernames_count: nullable(integer()),
    details: array(string(), 'Every text line of the panel, in order: the reliable field.'),
  },
  'Parsed from a rendered panel on a best-effort basis.',
);
