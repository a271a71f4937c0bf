import { type Body, loupe } from './caller';
import { expectDistinct, expectEvery, ids, isInteger, isObject } from './field-checks';
import { expectCost, known } from './samples';

const descending = (values: number[]) => [...values].sort((a, b) => b - a);

describe('Hashtags', () => {
  it('"/hashtags/{name} | Hashtag info"', async () => {
    expectEvery([await loupe.body('/hashtags/trail')], 'name', (name) => name === 'trail');
    expectEvery([await loupe.body(`/hashtags/${encodeURIComponent('горы')}`)], 'name', (name) => name === 'горы');
  });

  it('"/hashtags/{name}/top | Top media for the hashtag"', async () =>
    expectEvery((await loupe.body('/hashtags/trail/top')).items, 'media_type', isInteger));

  it('"/hashtags/{name}/recent | Most recent media for the hashtag"', async () => {
    const times = (await loupe.body('/hashtags/trail/recent')).items.map(({ taken_at }: Body) => taken_at);
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual(descending(times));
  });

  it('"/hashtags/{name}/reels | Reels for the hashtag"', async () =>
    expectEvery((await loupe.body('/hashtags/trail/reels')).items, 'product_type', (value) => value === 'clips'));
});

describe('Locations', () => {
  it('"/locations/{location_id} | Place metadata"', async () => {
    const place = await loupe.body(`/locations/${known.place}`);
    expect(Object.values(place)).toContain(known.place);
  });

  it('"/locations/{location_id}/top | Top media at the location"', async () =>
    expectEvery((await loupe.body(`/locations/${known.place}/top`)).items, 'location', ({ pk }) => pk === known.place));

  it('"/locations/{location_id}/recent | Most recent media at the location"', async () => {
    const { items } = await loupe.body(`/locations/${known.place}/recent`);
    expectEvery(items, 'location', ({ pk }) => pk === known.place);
    const times = items.map(({ taken_at }: Body) => taken_at);
    expect(times).toEqual(descending(times));
  });
});

describe('Lists of hashtags, locations and audio', () => {
  it.each([
    '/hashtags/trail/top',
    '/hashtags/trail/recent',
    '/hashtags/trail/reels',
    `/locations/${known.place}/top`,
    `/locations/${known.place}/recent`,
    '/audio/trending',
    `/audio/${known.audio}/medias`,
  ])('%s has several pages, and each item appears once', async (path) => {
    const pages = await loupe.envelopes(path, 6);
    expect(pages.length).toBeGreaterThan(1);
    const found = pages.flatMap(({ items }) => items);
    expectDistinct(path === '/audio/trending' ? found.map((item) => JSON.stringify(item)) : ids(found));
  });
});

describe('Highlights and stories', () => {
  it('"Media items of one highlight. The `highlight:` prefix is accepted, and so is the bare number"', async () => {
    const bare = await loupe.body(`/highlights/${known.highlight}`);
    expectDistinct(ids(bare.items));
    expectEvery(bare.items, 'user', ({ pk }) => pk === known.marta);
    for (const id of [`highlight:${known.highlight}`, `highlight%3A${known.highlight}`])
      expect(ids((await loupe.body(`/highlights/${id}`)).items)).toEqual(ids(bare.items));
  });

  it('"Media items of one highlight": as many as its entry in the tray states', async () => {
    const [entry] = await loupe.items(`/users/${known.marta}/highlights`);
    expect(await loupe.items(`/highlights/${entry.id}`)).toHaveLength(entry.media_count);
  });

  it('"reel_id is the story owner\'s user id; equivalent to `/users/{id}/stories`"', async () => {
    const { items } = await loupe.body(`/stories/${known.storyTeller}`);
    expect(items.length).toBeGreaterThan(20);
    expect(ids(items)).toEqual(ids((await loupe.body(`/users/${known.storyTeller}/stories`)).items));
    expect(Object.keys(items[0])).toEqual(
      Object.keys((await loupe.body(`/users/${known.storyTeller}/stories`)).items[0]),
    );
  });

  it('"equivalent to `/users/{id}/stories`": in price and for private accounts, too', async () => {
    await expectCost('/stories/1001', 2);
    for (const id of known.private) expect(await loupe.refusal(`/stories/${id}`)).toEqual([403, 'private_account']);
  });
});

describe('Audio', () => {
  it('"/audio/trending | Trending audio list"', async () =>
    expect((await loupe.body('/audio/trending')).items.length).toBeGreaterThan(1));

  it('"Audio (track or original sound) page metadata": a track', async () => {
    const { metadata } = await loupe.body(`/audio/${known.audio}`);
    expect([isObject(metadata.music_info), metadata.original_sound_info]).toEqual([true, null]);
  });

  it('"Audio (track or original sound) page metadata": an original sound', async () => {
    const { metadata } = await loupe.body(`/audio/${known.originalSound}`);
    expect([isObject(metadata.original_sound_info), metadata.music_info]).toEqual([true, null]);
  });

  it('"/audio/{audio_id}/medias | Page of reels that use the audio"', async () => {
    const { items } = await loupe.body(`/audio/${known.audio}/medias`);
    expectEvery(items, 'product_type', (value) => value === 'clips');
    expectEvery(items, 'clips_metadata', (value) => JSON.stringify(value).includes(known.audio));
  });
});
