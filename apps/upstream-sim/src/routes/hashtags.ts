import { type Answer, json } from '../wire/answer';
import type { JsonObject } from '../wire/json';
import { refusal } from '../wire/refusals';
import { mix, salt, skewed } from '../world/chance';
import { graphId } from '../world/ids';
import type { Post } from '../world/post';
import { mostLikedFirst, newestFirst } from '../world/posts';
import vocabulary from '../world/vocabulary/posts.json';
import { type Call, get, type Operation, param, post } from './operation';
import { sectionsAnswer } from './sections';

export const saturatedTopic = 'love';
export const restrictedTopic = 'restrictedtopic';
export const hollowTopic = 'hollowtopic';

const tagSalt = salt('tag');
const mostPosts = 2_147_483_647; // the platform counts in 31 bits
const maxRecent = 60;

const steps: readonly (readonly [size: number, letter: string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

export function formattedCount(count: number): string {
  const step = steps.find(([size]) => count >= size);
  return step ? `${(count / step[0]).toFixed(1).replace(/\.0$/, '')}${step[1]}` : String(count);
}

export const tagCount = (name: string): number =>
  name === saturatedTopic ? mostPosts : skewed(mix(tagSalt, salt(name)), 900, 60_000_000);

export const tagId = (name: string): bigint => graphId('hashtag', salt(name));

/** Index of the tag's topic; -1 for the hollow and the restricted tag. */
function existingTopic(name: string): number {
  if (name === hollowTopic || name === restrictedTopic) return -1;
  const topic = vocabulary.topics.indexOf(name.toLowerCase());
  if (topic < 0) throw refusal('hashtag_not_found');
  return topic;
}

const restriction: JsonObject = {
  warning_message: {
    category_name: 'HASHTAG_PAGE_WARNING_MESSAGE',
    body_text: 'Recent posts are hidden because some may not follow the guidelines.',
  },
  null_state: { title: 'Posts hidden', text: 'Posts with this tag are limited.' },
};

function tagInfo(call: Call): Answer {
  const name = param(call, 'name').toLowerCase();
  existingTopic(name);
  const isHollow = name === hollowTopic;
  const isRestricted = name === restrictedTopic;
  const count = isHollow ? 0 : tagCount(name);
  return json({
    ...(isRestricted ? {} : { id: isHollow ? 0 : tagId(name) }),
    name,
    ...(isRestricted ? {} : { media_count: count, formatted_media_count: formattedCount(count) }),
    allow_following: salt(name) % 2 ? 0 : false,
    following: 0,
    follow_status: 0,
    allow_muting_story: true,
    profile_pic_url: call.view.links.picture('tag', tagId(name), 150, 150),
    non_violating: isRestricted ? 0 : 1,
    subtitle: null,
    social_context: '',
    is_trending: salt(name) % 9 === 0,
    hide_use_hashtag_button: false,
    show_follow_drop_down: false,
    follow_button_text: null,
    ...(isRestricted ? restriction : {}),
    status: 'ok',
  });
}

function tabOf(posts: readonly Post[], tab: string): Post[] {
  if (tab === 'recent') return [...posts].sort(newestFirst).slice(0, maxRecent);
  const shown = tab === 'clips' ? posts.filter(({ format }) => format === 'reel') : [...posts];
  return shown.sort(mostLikedFirst);
}

function tagSections(call: Call): Answer {
  const name = param(call, 'name').toLowerCase();
  const topic = existingTopic(name);
  if (name === restrictedTopic) return json({ ...restriction, status: 'ok' });
  const tab = call.form.get('tab') ?? 'top';
  const posts = topic < 0 ? [] : tabOf(call.view.world.posts.about(topic), tab);
  return sectionsAnswer(call, mix(tagSalt, salt(name), salt(tab)), posts);
}

export const hashtagsOperations: readonly Operation[] = [
  get('tags.info', 'tags/{name}/info', tagInfo),
  post('tags.sections', 'tags/{name}/sections', tagSections),
];
