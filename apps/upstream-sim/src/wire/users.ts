import { mix } from '../world/chance';
import { fbidOf } from '../world/ids';
import type { User } from '../world/users';
import { type JsonObject, rotated } from './json';
import authorTemplate from './templates/author.json';
import type { View } from './view';

/** `<picture id>_<pk of the account>`; `undefined` for the default picture. */
export const pictureId = (user: User): string | undefined =>
  user.hasPicture ? `${3_000_000_000_000_000_001n + BigInt(mix(user.index)) * 2n}_${user.pk}` : undefined;

export const pictureUrl = (view: View, user: User, edge = 150): string =>
  view.links.picture('avatar', user.hasPicture ? user.pk : 0, edge, edge);

export function compactUser(view: View, user: User): JsonObject {
  const object = {
    strong_id__: String(user.pk),
    pk: user.pk,
    pk_id: String(user.pk),
    id: String(user.pk),
    fbid_v2: fbidOf(user.pk),
    username: user.username,
    full_name: user.fullName,
    is_private: user.privacy !== 'public',
    is_verified: user.isVerified,
    third_party_downloads_enabled: user.index % 3,
    profile_pic_id: pictureId(user),
    profile_pic_url: pictureUrl(view, user),
    has_anonymous_profile_picture: !user.hasPicture,
    account_badges: [],
    latest_reel_media: view.world.stories.latest(user.index, view.nowSeconds),
    is_favorite: false,
  };
  return rotated(object, mix(user.index, 7));
}

/** The author in a post. `friendship_status` is almost constant, because the session's account follows nobody. */
export function authorOf(view: View, user: User): JsonObject {
  return {
    ...compactUser(view, user),
    ...authorTemplate,
    account_type: user.isBusiness ? 2 : 1,
    is_active_on_text_post_app: user.index % 2 === 0,
    friendship_status: { ...authorTemplate.friendship_status, is_private: user.privacy !== 'public' },
  };
}

export function briefUser(view: View, user: User): JsonObject {
  return {
    pk: user.pk,
    id: String(user.pk),
    username: user.username,
    full_name: user.fullName,
    is_private: user.privacy !== 'public',
    is_verified: user.isVerified,
    profile_pic_id: pictureId(user),
    profile_pic_url: pictureUrl(view, user),
  };
}
