import { ask, simulatorForTests } from './client';
import { examples } from './operation-examples';

const simulator = simulatorForTests();

const bodyOf = async (operation: string): Promise<string> => {
  const [path, options] = examples[operation] ?? [''];
  return (await ask(simulator.it, path, options)).text;
};

const spelled = (body: string, member: string): string[] =>
  [...body.matchAll(new RegExp(`"${member}":("?)(-?\\d+)\\1(?=[,}\\]])`, 'g'))].map(
    ([, quote = '', digits = '']) => quote + digits + quote,
  );

const isNumber = (text: string) => !text.startsWith('"');
const isLossy = (text: string) => String(Number(text)) !== text;

describe('number formats', () => {
  test.each([
    ['media.info', 'pk', 'the post'],
    ['media.info', 'fbid', 'the post'],
    ['media.info', 'fbid_v2', 'its author'],
    ['media.info', 'media_id', 'its caption'],
    ['media.comments', 'media_id', 'each comment'],
    ['search.hashtags', 'id', 'each tag'],
    ['users.info', 'link_id', 'each link'],
    ['users.info', 'interop_messaging_user_fbid', 'the profile'],
    ['usertags.feed', 'next_max_id', 'the page'],
    ['feed.user_story', 'pk', 'each story'],
  ])('%s has `%s` of %s as a JSON number beyond the precision of a double', async (operation, member) => {
    const numbers = spelled(await bodyOf(operation), member).filter((text) => isNumber(text) && text.length > 15);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter((digits) => !isLossy(digits))).toEqual([]);
  });

  test.each([
    ['feed.user_story', 'media_ids'],
    ['feed.reels_media', 'media_ids'],
  ])('%s has `%s` as an array of numbers beyond the precision of a double', async (operation, member) => {
    const ids = new RegExp(`"${member}":\\[([\\d,]+)\\]`).exec(await bodyOf(operation))?.[1]?.split(',') ?? [];
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.every(isLossy)).toBe(true);
  });

  test('the canonical id of an audio is a number inside the metadata and a string outside', async () => {
    const written = spelled(await bodyOf('clips.music'), 'music_canonical_id');
    expect(new Set(written)).toEqual(new Set(['18418000394075459', '"18418000394075459"']));
  });

  test('comment ids are strings, and ids of their authors are numbers', async () => {
    const body = await bodyOf('media.comments');
    const ids = spelled(body, 'pk').filter((text) => text.length > 17);
    expect(ids.every((text) => !isNumber(text))).toBe(true);
    expect(spelled(body, 'user_id').every(isNumber)).toBe(true);
  });

  test('in the GraphQL grid and reposts, ids are strings and `taken_at` has the type prefix `1l`', async () => {
    for (const operation of ['graphql.profile_timeline', 'graphql.user_reposts']) {
      const body = await bodyOf(operation);
      for (const member of ['pk', 'id', 'media_id', 'user_id', 'fbid', 'fbid_v2', 'facebook_places_id']) {
        expect(spelled(body, member).filter(isNumber)).toEqual([]);
      }
      expect(body).toContain('"1ltaken_at":');
      expect(body).not.toContain('"taken_at":');
    }
  });

  test('reels have no type prefix, and floats in the tray of highlights keep their decimal point', async () => {
    const body = await bodyOf('clips.user');
    expect(body).toContain('"taken_at":');
    expect(body).not.toContain('"1l');
    expect(await bodyOf('highlights.tray')).toContain('"crop_rect":[0.0,0.21875,1.0,0.78125]');
  });

  test('REST strings are ASCII with `&` escaped, and GraphQL strings are not escaped', async () => {
    const world = (await ask(simulator.it, '/api/v1/users/1013/info/')).text;
    expect(/^[\x20-\x7e]*$/.test(world)).toBe(true);
    expect(world).not.toContain('&');
    expect(await bodyOf('graphql.top_serp')).toMatch(/&sig=/);
  });
});
