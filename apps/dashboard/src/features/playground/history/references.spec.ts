import { operationsOf, referencesAt } from './references';

const names = (body: unknown, pointer: string) =>
  referencesAt(body, pointer).flatMap((reference) => operationsOf(reference).map(({ name }) => name));

describe('the playground', () => {
  const user = { pk: '1001', username: 'marta.trails', biography: 'With @aurora.a on #hills' };

  it('refers from a user’s id or handle to operations about that user', () => {
    for (const pointer of ['/pk', '/username']) {
      expect(referencesAt(user, pointer)).toEqual([
        { label: '@marta.trails', subject: 'user_id', values: { user_id: '1001' } },
      ]);
      expect(names(user, pointer)).toEqual(expect.arrayContaining(['users.by_id', 'users.followers', 'users.posts']));
    }
    expect(names({ user_id: '1001' }, '/user_id')).toContain('users.posts');
  });

  it('refers from a tag or handle in a text to its operations', () => {
    expect(referencesAt(user, '/biography').map(({ label }) => label)).toEqual(['@aurora.a', '#hills']);
    expect(names(user, '/biography')).toEqual([
      'users.by_username',
      'hashtags.by_name',
      'hashtags.top',
      'hashtags.recent',
      'hashtags.reels',
    ]);
  });

  it('refers from a post to its comments, with the required owner', () => {
    const body = {
      items: [{ pk: '26', id: '26_1012', code: 'CSg', like_count: 1, user: { pk: '1012', username: 'x' } }],
    };
    expect(referencesAt(body, '/items/0/pk')[0]?.values).toEqual({ post_id: 'CSg', user_id: '1012' });
    expect(names(body, '/items/0/code')).toEqual(['posts.by_id', 'posts.comments', 'posts.likers']);
  });

  it('refers from a post to its comments when only its composite id names the owner', () => {
    const body = { posts: { '24': { id: '24_1001', code: 'CKR', like_count: 1 } } };
    expect(names(body, '/posts/24/code')).toContain('posts.comments');
  });

  it('refers from a comment to its replies', () => {
    const body = { comments: [{ pk: '179', comment_like_count: 1, media_id: '26', text: 'x' }], media_pk: '26_1012' };
    expect(referencesAt(body, '/comments/0/pk')[0]?.values).toEqual({
      comment_id: '179',
      media_id: '26',
      user_id: '1012',
    });
    expect(names(body, '/comments/0/pk')).toEqual(['comments.replies', 'comments.likers']);
  });

  it('refers from places, tags, sounds and highlights to their operations', () => {
    expect(names({ location: { pk: '3', name: 'Lisbon', lat: 1, lng: 2 } }, '/location/name')).toContain(
      'locations.top',
    );
    expect(names({ items: [{ name: 'trail', media_count: 3 }] }, '/items/0/name')).toContain('hashtags.by_name');
    expect(names({ track: { audio_cluster_id: '7' } }, '/track/audio_cluster_id')).toEqual([
      'audio.by_id',
      'audio.medias',
    ]);
    expect(names({ id: 'highlight:17' }, '/id')).toEqual(['highlights.by_id']);
  });

  it('finds no reference in a value that names no entity', () => {
    for (const pointer of ['/full_name', '/count', '/missing/x', ''])
      expect(referencesAt({ full_name: 'Marta', count: 3 }, pointer)).toEqual([]);
  });
});
