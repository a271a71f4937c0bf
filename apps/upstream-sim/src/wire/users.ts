import { mix } from '../world/chance';
import type { User } from '../world/users';
import { fbidOf } from './ids';
import { cutDeck, type JsonObject } from './json';
import type { View } from './view';

/** The picture's own id names the account; an account with the default picture has none. */
export const pictureId = (user: User): string | undefined =>
  user.hasPicture ? `${3_000_000_000_000_000_001n + BigInt(mix(user.index)) * 2n}_${user.pk}` : undefined;

export const pictureUrl = (view: View, user: User, edge = 150): string =>
  view.links.picture('avatar', user.hasPicture ? user.pk : 0, edge, edge);

/** The object in lists of accounts: 16 keys. */
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
  return cutDeck(object, mix(user.index, 7));
}

/** The author inside a post: some 25 keys. */
export function authorOf(view: View, user: User): JsonObject {
  return {
    ...compactUser(view, user),
    is_unpublished: false,
    account_type: user.isBusiness ? 2 : 1,
    fan_club_info: FAN_CLUB,
    feed_post_reshare_disabled: false,
    is_ring_creator: false,
    show_ring_award: false,
    show_account_transparency_details: true,
    transparency_product_enabled: false,
    text_post_app_is_private: false,
    is_active_on_text_post_app: user.index % 2 === 0,
    friendship_status: friendshipWith(user),
  };
}

/** The account in a tag on a picture, a co-author, a mention. */
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

/** How the session's own account stands to another one: it follows nobody. */
function friendshipWith(user: User): JsonObject {
  return {
    following: false,
    is_bestie: false,
    is_feed_favorite: false,
    is_private: user.privacy !== 'public',
    is_restricted: false,
    incoming_request: false,
    outgoing_request: false,
    muting: false,
  };
}

/** Fan clubs were switched off; the thirteen fields stayed. */
export const FAN_CLUB: JsonObject = {
  fan_club_id: null,
  fan_club_name: null,
  is_fan_club_referral_eligible: null,
  is_fan_club_gifting_eligible: null,
  fan_consideration_page_revamp_eligiblity: null,
  subscriber_count: null,
  connected_member_count: null,
  autosave_to_exclusive_highlight: null,
  has_enough_subscribers_for_ssc: null,
  has_created_ssc: null,
  should_show_playlists_in_profile_tab: null,
  largest_public_bc_id: null,
  fan_consideration_page_variant: null,
};
