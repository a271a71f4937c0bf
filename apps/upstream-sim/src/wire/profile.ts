import { happens, mix, pick, salt } from '../world/chance';
import { fbidOf, graphId } from '../world/ids';
import type { User } from '../world/users';
import vocabulary from '../world/vocabulary/profiles.json';
import { type JsonObject, rotated } from './json';
import { unannounced } from './releases';
import authorTemplate from './templates/author.json';
import profileTemplate from './templates/profile.json';
import { pictureId, pictureUrl } from './users';
import type { View } from './view';

const profileSalt = salt('profile');

const redirector = (url: string): string => `https://l.instagram.com/?u=${encodeURIComponent(url)}&e=AT0`;

export function profile(view: View, user: User): JsonObject {
  const draw = mix(view.world.seed, profileSalt, user.index);
  const object = {
    ...profileTemplate,
    ...identity(user),
    ...counts(view, user),
    ...pictures(view, user),
    ...contact(user, draw),
    ...flags(view, user, draw),
    biography: user.biography,
    biography_with_entities: biographyEntities(view, user),
    pronouns: [...pick(mix(draw, 1), vocabulary.pronouns)],
    fan_club_info: authorTemplate.fan_club_info,
    ...unannounced(draw),
    ...view.world.changes.valuesOf(user.pk),
  };
  return rotated(object, draw);
}

function identity(user: User): JsonObject {
  return {
    pk: user.pk,
    pk_id: String(user.pk),
    id: String(user.pk),
    strong_id__: String(user.pk),
    instagram_pk: String(user.pk),
    fbid_v2: fbidOf(user.pk),
    interop_messaging_user_fbid: graphId('interop', user.index),
    username: user.username,
    full_name: user.fullName,
    account_type: user.isBusiness ? 2 : 1,
  };
}

function counts(view: View, user: User): JsonObject {
  const { follows, posts, stories } = view.world;
  return {
    follower_count: follows.followerCount(user.index),
    following_count: follows.following(user.index).length,
    media_count: posts.visible(user.index).length,
    total_clips_count: posts.reels(user.index).length,
    latest_reel_media: user.privacy === 'public' ? stories.latest(user.index, view.nowSeconds) : 0,
  };
}

function pictures(view: View, user: User): JsonObject {
  const version = (edge: number) => ({ width: edge, height: edge, url: pictureUrl(view, user, edge) });
  return {
    has_anonymous_profile_picture: !user.hasPicture,
    profile_pic_id: pictureId(user),
    profile_pic_url: pictureUrl(view, user),
    hd_profile_pic_versions: user.hasPicture ? [version(320), version(640)] : [],
    hd_profile_pic_url_info: version(1080),
  };
}

function contact(user: User, draw: number): JsonObject {
  if (!user.isBusiness) return {};
  const category = pick(mix(draw, 2), vocabulary.categories);
  const site = `https://${user.username.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}.example/?a=1&b=2`;
  return {
    category: category.name,
    category_id: category.id,
    public_email: happens(mix(draw, 3), 0.6) ? `hi@${new URL(site).hostname}` : '',
    external_url: site,
    external_lynx_url: redirector(site),
    bio_links: [
      {
        link_id: graphId('bio link', user.index),
        url: site,
        lynx_url: redirector(site),
        link_type: 'external',
        title: happens(mix(draw, 4), 0.5) ? 'Shop' : '',
        open_external_url_with_in_app_browser: true,
      },
    ],
  };
}

function flags(view: View, user: User, draw: number): JsonObject {
  return {
    is_private: user.privacy !== 'public',
    is_verified: user.isVerified,
    is_business: user.isBusiness,
    has_highlight_reels: view.world.stories.highlightCount(user.index) > 0,
    has_videos: view.world.posts.reels(user.index).length > 0,
    is_active_on_text_post_app: happens(mix(draw, 5), 0.5),
  };
}

function biographyEntities(view: View, user: User): JsonObject {
  const entities = [...user.biography.matchAll(/@([\w.]+)|#(\w+)/g)].map(([, handle, tag]) => {
    if (tag) return { hashtag: { id: graphId('hashtag', salt(tag)), name: tag } };
    const place = view.world.directory.find(handle ?? '');
    return { user: { id: place === undefined ? 0 : view.world.userAt(place).pk, username: handle ?? '' } };
  });
  return { raw_text: user.biography, entities };
}
