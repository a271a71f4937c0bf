import { operations } from '@loupe/dto';
import type { AnyJson } from '../support/send';
import { expectProblem } from './answer-checks';
import { unitMicros } from './endpoint-case';
import { ask as askFor, upstream } from './stubbed';

const paths = ['/hashtags/ridge/top', '/hashtags/ridge/reels', '/locations/41/recent'];

function ask(path: string, sections: readonly unknown[], more: object = {}) {
  upstream.body = () => ({ sections, status: 'ok', ...more });
  return askFor(path);
}

const section = (layout_content: unknown) => ({ layout_type: 'some_layout', feed_type: 'media', layout_content });
const item = (pk: number, more: object = {}) => ({ media: { pk, id: `${pk}_77`, ...more } });
const list = (...items: unknown[]) => ({ id: 'some', items, more_available: true, max_id: 'QVFD' });

/** Layouts of a section. The pks of their media are 1, 2, 3 … in reading order. */
const forms: Readonly<Record<string, AnyJson>> = {
  'a list of media': { medias: [item(1), item(2)] },
  'a slot that holds one media': { full_item: item(1) },
  'a slot with items': { some_section: list(item(1), item(2)) },
  'the member `clips` of a slot': { three_by_four_item: { clips: list(item(1), item(2)) } },
  'the member `medias` of a slot': { one_by_two_item: { medias: list(item(1)) } },
  'the `channel` of a slot, with items': { two_by_two_item: { channel: list(item(1), item(2)) } },
  'the `channel` of a slot, with one media': { two_by_two_item: { channel: { channel_id: 'x', ...item(1) } } },
  'several slots, in the order of the body': {
    fill_items: [item(1)],
    two_by_two_item: { channel: item(2) },
    something_new: { clips: list(item(3)) },
    medias: [item(4)],
  },
  'a slot that holds one media and two lists': { some_item: { ...item(1), items: [item(2)], clips: list(item(3)) } },
  'a slot beside members that are words or numbers': {
    feed_type: 'media',
    columns: 3,
    fallback_section: list(item(1)),
    header: null,
  },
};

describe.each(paths)('a section of %s', (path) => {
  test.each(Object.keys(forms))('returns every media in %s', async (form) => {
    const { reply, costMicros } = await ask(path, [section(forms[form])]);
    const pks: string[] = reply.json.items.map(({ pk }: AnyJson) => pk);
    const count = JSON.stringify(forms[form]).match(/"media":/g)!.length;
    expect({ form, pks }).toEqual({ form, pks: Array.from({ length: count }, (_, index) => `${index + 1}`) });
    expect(costMicros).toBe(unitMicros);
  });
});

test('a media in several slots and sections of a page is returned once, at its first place', async () => {
  const { reply } = await ask(paths[0]!, [
    section({ medias: [item(1, { n: 'first' })], two_by_two_item: { channel: item(2) } }),
    section({ fill_items: [item(2), { media: { pk: '1', n: 'second' } }, item(3)] }),
  ]);
  expect(reply.json.items.map(({ pk, n }: AnyJson) => [pk, n])).toEqual([
    ['1', 'first'],
    ['2', undefined],
    ['3', undefined],
  ]);
});

test('a media without a pk is ignored, and media nested in a media are not items of the section', async () => {
  const inner = { media: { pk: 7 }, items: [item(8)], clips: list(item(9)), channel: item(10) };
  const { reply } = await ask(paths[0]!, [
    section({
      medias: [item(1, inner), { media: { id: '2_77' } }, { media: { pk: null } }, { media: null }, { ad: item(3) }],
      full_item: item(4, inner),
    }),
  ]);
  expect(reply.json.items.map(({ pk }: AnyJson) => pk)).toEqual(['1', '4']);
});

/** Sections without a recognised media, although they are not empty. */
const strange: Readonly<Record<string, unknown>> = {
  'media one level deeper': section({ hero_item: { body: { clips: list(item(1)) } } }),
  'another name for its layout': { layout_type: 'media_grid', content: { medias: [item(1)] } },
  'another name for its media': section({ medias: [{ node: { pk: 1 } }] }),
  'media that have no pk': section({ medias: [{ media: { id: '1_77' } }] }),
  'slots that contain only text': section({ title: 'Top posts' }),
  'a layout that is a word': section('media_grid'),
};
const empty: Readonly<Record<string, unknown>> = {
  'a layout that is null': section(null),
  'an empty layout': section({}),
  'slots that are null': section({ medias: null, fill_items: null }),
  'lists that are empty': section({ medias: [], one_by_two_item: { clips: list() }, fill_items: [], columns: 3 }),
  'no members': {},
};

describe('a page of sections', () => {
  test.each(Object.keys(strange))('is a free upstream_error when each section has %s', async (name) => {
    const { reply, costMicros } = await ask(paths[0]!, [strange[name], strange[name]], { next_max_id: 'aa' });
    expectProblem(reply, 502, 'upstream_error', 0n);
    expect(costMicros).toBe(0n);
  });

  test('is a free upstream_error when all sections that are not empty have an unknown layout', async () => {
    const { reply } = await ask(paths[0]!, [...Object.values(empty), ...Object.values(strange)]);
    expectProblem(reply, 502, 'upstream_error', 0n);
  });

  test.each(Object.keys(empty))('is a charged empty page when each section has %s', async (name) => {
    const { reply, costMicros } = await ask(paths[0]!, [empty[name]], { next_max_id: 'aa' });
    expect([reply.status, reply.json.items, reply.json.has_more]).toEqual([200, [], true]);
    expect(costMicros).toBe(unitMicros * BigInt(operations.hashtags.top.priceUnits));
  });

  test('returns media of known sections, although other sections have an unknown layout', async () => {
    const { reply } = await ask(paths[0]!, [...Object.values(strange), section({ medias: [item(5)] })]);
    expect(reply.json.items.map(({ pk }: AnyJson) => pk)).toEqual(['5']);
  });
});
