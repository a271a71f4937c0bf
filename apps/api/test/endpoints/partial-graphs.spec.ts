import { type AnyJson, send } from '../support/send';
import { rows } from '../support/stub-upstream';
import { expectProblem } from './answer-checks';
import { unitMicros } from './endpoint-case';
import { api, ask as askFor, tenant, upstream } from './stubbed';

const searchSession = 'search_session_id=0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const serpSession = 'serp_session_id=1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';

/** An operation for which the upstream has a GraphQL query, the root of the query's data, and the value of the root. */
interface Graph {
  readonly path: string;
  readonly root: string;
  readonly value: object;
}
const graphs: readonly Graph[] = [
  {
    path: '/users/41/posts',
    root: '1$xdt_api__v1__profile_timeline(_request_data:{},user_id:$user_id)',
    value: { profile_grid_items: [{ media: { id: '7001_41', pk: '7001', location: { name: 'Fen', picture: null } } }] },
  },
  {
    path: '/users/41/reposts',
    root: '1$fetch__XDTUserDict(id:$id)',
    value: { '1$user_reposts_timeline(max_id:$max_id)': { repost_grid_items: [{ media: { id: '7001_52' } }] } },
  },
  {
    path: `/search/top?query=fen&${searchSession}&${serpSession}`,
    root: '1$xdt_fbsearch__top_serp_graphql(query:$query)',
    value: { edges: [{ node: { __typename: 'XDTTopSerpMediaGridUnit', strong_id__: '7001' } }] },
  },
];

function ask(path: string, body: string) {
  upstream.body = ({ url }) => (url.pathname.includes('graphql') ? body : undefined);
  return askFor(path);
}

async function expectPartial(path: string, body: string): Promise<void> {
  const { reply, costMicros } = await ask(path, body);
  expect([reply.status, costMicros]).toEqual([200, unitMicros]);
  expect(reply.text).toContain('7001');
}

async function expectFree(path: string, body: string): Promise<void> {
  const { reply, costMicros } = await ask(path, body);
  expectProblem(reply, 502, 'upstream_error', 0n);
  expect(costMicros).toBe(0n);
}

const failure = { message: 'A field could not be read', severity: 'ERROR' };
const at = (...path: unknown[]) => ({ ...failure, path });

describe.each(graphs.map((graph) => [graph.path.split('?')[0], graph] as const))('%s', (_, { path, root, value }) => {
  const whole = { [root]: value };
  const document = (errors: unknown, data: AnyJson) => rows({ data, errors, status: 'ok' });

  it.each([
    ['errors about one field', [at(root, 'anything', 0, 'location', 'picture')]],
    ['errors about several fields', [at(root, 'a'), at(root, 'b', 3)]],
    ['an empty list of errors', []],
  ])('returns complete data despite %s', async (_what, errors) => {
    await expectPartial(path, document(errors, whole));
  });

  it.each([
    ['without a path', [failure]],
    ['whose path is null', [{ ...failure, path: null }]],
    ['whose path is a word', [{ ...failure, path: `${root}.anything` }]],
    ['whose path is empty', [at()]],
    ['about the root itself', [at(root)]],
    ['about a root that the query does not have', [at('viewer', 'name')]],
    ['that is null', [null]],
    ['about the root, in addition to one about a field', [at(root, 'a'), at(root)]],
  ])('returns a free upstream_error for an error %s', async (_what, errors) => {
    await expectFree(path, document(errors, whole));
  });

  it.each([
    ['a root that is null', { [root]: null }],
    ['a root that is null, beside another root', { [root]: null, viewer: {} }],
    ['a missing root', {}],
    ['data that are null', null],
    ['missing data', undefined],
  ])('returns a free upstream_error for an error about a field below %s', async (_what, data) => {
    await expectFree(path, document([at(root, 'a')], data));
  });

  describe('when the upstream streams its data', () => {
    const stream = (errors: unknown, first: AnyJson = { [root]: { strong_id__: null } }, last: AnyJson = deferred) =>
      rows({ data: first, extensions: { is_final: false } }, { ...last, errors, extensions: { is_final: true } });
    const deferred = { path: [root], label: 'x', data: value };

    it.each([
      ['at the root', [at(root, 'anything', 0, 'media')]],
      ['at the path of its row', [at(Object.keys(value)[0], 'a')]],
      ['at the root or at the path of its row', [at(root, 'a'), at(Object.keys(value)[0], 0, 'media')]],
    ])('returns data despite errors whose path starts %s', async (_what, errors) => {
      // Reposts are found only in the first row, or in a row at their own path.
      const nested = Object.values(value)[0];
      const isReposts = path.endsWith('/reposts');
      const place = isReposts ? { path: [root, Object.keys(value)[0]], label: 'x', data: nested } : deferred;
      const moved = JSON.parse(JSON.stringify(errors)) as AnyJson[];
      if (isReposts) for (const error of moved) if (error.path[0] !== root) error.path[0] = Object.keys(nested)[0];
      await expectPartial(path, stream(moved, undefined, place));
    });

    it.each([
      ['an error without a path', stream([failure])],
      ['an error about the root', stream([at(root)])],
      ['an error about the only member of its row', stream([at(Object.keys(value)[0])])],
      ['an error about something that is not in its row', stream([at('elsewhere', 'a')])],
      ['an error below a root that is null', stream([at(root, 'a')], { [root]: null })],
      ['an error below a root that is missing', stream([at(root, 'a')], {})],
      ['an error in a row without data', stream([at(root, 'a')], whole, { path: [root], label: 'x' })],
      ['an error in a row whose data are null', stream([at(root, 'a')], whole, { path: [root], data: null })],
      ['an error without a path, in addition to one about a field', stream([at(root, 'a'), failure])],
    ])('returns a free upstream_error for %s', async (_what, body) => {
      await expectFree(path, body);
    });
  });
});

test('an error about the location of one post changes no post in `feed` or `posts` of the grid', async () => {
  const { root, path } = graphs[0]!;
  const half = (index: number, more: object) => ({
    path: [root, 'profile_grid_items', index, 'media'],
    label: 'deferred',
    extensions: { is_final: index === 1 },
    ...more,
  });
  const errors = [at(root, 'profile_grid_items', 0, 'media', 'location', 'profile_pic_url')];
  const items = ['8001', '8002'].map((pk) => ({ item_type: 'media', media: { id: `${pk}_41`, pk } }));
  const { reply } = await ask(
    path,
    rows(
      { data: { [root]: { strong_id__: null } }, extensions: { is_final: false } },
      { path: [root], data: { profile_grid_items: items }, extensions: { is_final: false } },
      half(0, { data: { id: '8001_41', location: { name: 'Fen', profile_pic_url: null } }, errors }),
      half(1, { data: { id: '8002_41', code: 'x' } }),
    ),
  );
  expect(reply.json.feed.profile_grid_items).toEqual(items);
  expect(reply.json.posts).toEqual({
    '8001': { id: '8001_41', location: { name: 'Fen', profile_pic_url: null } },
    '8002': { id: '8002_41', code: 'x' },
  });
});

test('errors in a response that is not GraphQL cause a free upstream_error, whatever their path', async () => {
  upstream.body = () => ({ user: { pk: '41' }, data: { user: { pk: '41' } }, errors: [at('user', 'name')] });
  const { status, json } = await send(api.baseUrl, '/users/41', { key: tenant.key });
  expect([status, json.code, json.charged_usd]).toEqual([502, 'upstream_error', '0']);
});
