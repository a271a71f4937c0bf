import { loupe } from './caller';
import { expectDistinct, expectEvery, ids, isText, isUser } from './field-checks';
import { browsing, session } from './samples';

const queries: [path: string, parameters: string][] = [
  ['/search/users', `${session}&query=marta`],
  ['/search/hashtags', `${session}&query=trail`],
  ['/search/audio', `${session}&${browsing}&query=quiet`],
  ['/search/top', `${session}&query=trail`],
  ['/search/places', 'query=lisbon'],
];
const required = queries.flatMap(([path, parameters]) =>
  parameters.split('&').map((pair) => [path, pair.split('=')[0]!, parameters, pair] as const),
);
const uuids = required.filter(([, name]) => name.endsWith('_id'));
const cursors = queries.filter(([path]) => path !== '/search/places');

describe('Search', () => {
  it.each(queries)('%s returns several results', async (path, parameters) => {
    expect((await loupe.body(`${path}?${parameters}`)).items.length).toBeGreaterThan(1);
  });

  it.each(required)('"Required": %s without %s', async (path, _name, parameters, pair) => {
    const rest = parameters.split('&').filter((other) => other !== pair);
    expect(await loupe.refusal(`${path}?${rest.join('&')}`)).toEqual([422, 'unprocessable_entity']);
  });

  it.each(uuids)('"(uuid)": %s with an invalid %s', async (path, name, parameters, pair) =>
    expect(await loupe.refusal(`${path}?${parameters.replace(pair, `${name}=1`)}`)).toEqual([
      422,
      'unprocessable_entity',
    ]),
  );

  it.each(queries)('"query (string, min length 1)": %s', async (path, parameters) => {
    expect(await loupe.refusal(`${path}?${parameters.replace(/query=.*/, 'query=')}`)).toEqual([
      422,
      'unprocessable_entity',
    ]);
    expect((await loupe.get(`${path}?${parameters.replace(/query=.*/, 'query=l')}`)).status).toBe(200);
  });

  it.each(cursors)(
    '"Optional: cursor", "(from next_cursor)", ids "reused across one journey": %s repeats no item, and has an end (not checked for audio)',
    async (path, parameters) => {
      const pages = await loupe.envelopes(`${path}?${parameters}`, path === '/search/audio' ? 8 : undefined);
      expect(pages.length).toBeGreaterThan(path === '/search/hashtags' ? 0 : 1);
      const found = pages.flatMap(({ items }) => items);
      expectDistinct(found.map((item) => JSON.stringify(item)).filter((text) => !text.includes('headerunit')));
    },
  );

  it('"Account search"', async () => {
    const found = await loupe.items(`/search/users?${session}&query=marta`);
    expectEvery(found, 'pk', (_pk, user) => isUser(user));
    expectDistinct(ids(found));
  });

  it('"Hashtag search"', async () => {
    const { items } = await loupe.body(`/search/hashtags?${session}&query=trail`);
    expectEvery(items, 'name', (name) => name.includes('trail'));
  });

  it('"Blended results of mixed unit types"', async () => {
    const found = await loupe.items(`/search/top?${session}&query=trail`, 3);
    expectEvery(found, '__typename', isText);
    expect(new Set(found.map(({ __typename }) => __typename)).size).toBeGreaterThan(2);
  });
});

describe('/search/places', () => {
  const places = '/search/places?query=old';
  const titles = async (more: string) => (await loupe.items(places + more)).map(({ title }) => title);

  it('"single page, has_more always false, no cursor"', async () => {
    const page = await loupe.body(places);
    expect([page.has_more, page.next_cursor]).toEqual([false, null]);
  });

  it('"lat, lng … biases results"', async () => {
    expect((await titles('&lat=38.7&lng=-9.1'))[0]).toContain('Lisbon');
    expect((await titles('&lat=52.5&lng=13.4'))[0]).toContain('Berlin');
  });

  it.each(['lat=-90&lng=-180', 'lat=90&lng=180', 'lat=0&lng=0', 'lat=1e1&lng=1e-7', 'lat=38.7', 'lng=-9.1'])(
    '"lat (number, -90 to 90), lng (number, -180 to 180)": %s',
    async (query) => expect((await loupe.get(`${places}&${query}`)).status).toBe(200),
  );

  it.each(['lat=-90.1&lng=0', 'lat=91&lng=0', 'lat=0&lng=-181', 'lat=0&lng=180.5', 'lat=north&lng=0', 'lat=&lng=0'])(
    '"lat (number, -90 to 90), lng (number, -180 to 180)": not %s',
    async (query) => expect(await loupe.refusal(`${places}&${query}`)).toEqual([422, 'unprocessable_entity']),
  );
});
