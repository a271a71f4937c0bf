import { encodeFields } from './request';
import { tagSections } from './requests/discovery';
import { profileTimeline } from './requests/graphql';
import { commentReplies, mediaComments } from './requests/media';
import { userClips, userTags } from './requests/users';

describe('upstream requests', () => {
  it('encodes defined fields and leaves out undefined ones', () => {
    expect(encodeFields({ a: 1, b: undefined, c: '', d: false })).toBe('a=1&c=&d=false');
    expect(encodeFields(undefined)).toBe('');
  });

  it('preserves every character of a cursor', () => {
    const token = '{"cached_comments_cursor": "1790+/=_ &#", "bifilter_token": "Gg=="}';
    const { query } = mediaComments('1', '2', { minId: token });
    expect(new URLSearchParams(encodeFields(query)).get('min_id')).toBe(token);
    expect(encodeFields(userTags('1', '3866933891264902156').query)).toContain('max_id=3866933891264902156');
  });

  it('sends all three values of a section cursor', () => {
    const form = encodeFields(
      tagSections('горы', 'clips', { maxId: 'ab', page: '2', mediaIds: '[3868111222333440001]' }).form,
    );
    expect(Object.fromEntries(new URLSearchParams(form))).toMatchObject({
      tab: 'clips',
      max_id: 'ab',
      page: '2',
      next_media_ids: '[3868111222333440001]',
    });
  });

  it('percent-encodes the tag in the path', () => {
    expect(tagSections('горы', 'top', undefined).path).toBe('/api/v1/tags/%D0%B3%D0%BE%D1%80%D1%8B/sections/');
  });

  it('sends sort_by_views only if requested', () => {
    expect(userClips('1', undefined, false).form).not.toHaveProperty('sort_by_views', true);
    expect(userClips('1', undefined, true).form).toMatchObject({ sort_by_views: true });
  });

  it('omits the grid cursor on the first page', () => {
    expect(JSON.parse(String(profileTimeline('7', undefined).form!.variables))).not.toHaveProperty(
      'profile_grid_items_cursor',
    );
    expect(JSON.parse(String(profileTimeline('7', 'QVFC').form!.variables))).toMatchObject({
      profile_grid_items_cursor: 'QVFC',
      user_id: '7',
    });
  });

  it('sends the reply cursor as min_id or max_id according to its direction', () => {
    expect(commentReplies('1', '2', { minId: 'x' }).query).toMatchObject({ min_id: 'x' });
    expect(commentReplies('1', '2', { maxId: 'x' }).query).toMatchObject({ max_id: 'x' });
  });
});
