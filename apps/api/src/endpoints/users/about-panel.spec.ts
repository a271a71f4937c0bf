import { UpstreamFailure } from '@loupe/upstream-client';
import { readAboutPanel } from './about-panel';

const panel = (tree: unknown, others: object = {}) =>
  Buffer.from(JSON.stringify({ layout: { bloks_payload: { ...others, tree } }, status: 'ok' }));
const country = (initial: object) => ({ data: [{ id: 'a1', type: 'gs', data: { key: 'ABOUT_COUNTRY', ...initial } }] });

const lines = [
  'marta.trails',
  'To help keep our community authentic, we show this.',
  'Date joined',
  'March 2015',
  'Account based in',
  'Germany',
  'Former usernames',
  '2',
];
const flat = {
  'bk.components.Flexbox': {
    children: lines.map((text) => ({ 'bk.components.Text': { text, text_size: '14sp', style: 'bold' } })),
  },
};

describe('readAboutPanel', () => {
  it('reads the labelled lines, and returns every line in order', () => {
    expect(readAboutPanel(panel(flat))).toEqual({
      date_joined: 'March 2015',
      former_usernames: [],
      former_usernames_count: 2,
      details: lines,
    });
  });

  it.each([
    ['the first value of a variable', country({ initial: 'Germany' })],
    ['an expression', country({ initial_lispy: '(bk.action.core.Const, "Germany")' })],
    ['text beside the tree', { props: [{ id: 'b2', text: 'Germany' }] }],
  ])('returns the country where its label is, although the panel keeps it outside of its tree as %s', (_, others) => {
    const tree = lines.filter((line) => line !== 'Germany').map((text) => ({ text }));
    expect(readAboutPanel(panel(tree, others))).toEqual(readAboutPanel(panel(flat)));
    expect(readAboutPanel(panel(flat, others)).details).toEqual(lines);
  });

  it('returns other lines outside of the tree last, and takes none of them for a former username', () => {
    const others = {
      props: [{ text: 'old.name' }, { id: 'x', text: 'Learn more' }],
      data: [{ data: { initial: '#FF0000' } }],
    };
    expect(readAboutPanel(panel(flat, others))).toEqual({
      ...readAboutPanel(panel(flat)),
      details: [...lines, 'old.name', 'Learn more'],
    });
  });

  it('returns lines that stand outside of the payload', () => {
    const { layout } = JSON.parse(panel(flat).toString());
    const body = { layout: { ...layout, footer: [{ text: 'Learn more' }] }, bundle: { text: 'Close' }, status: 'ok' };
    expect(readAboutPanel(Buffer.from(JSON.stringify(body))).details).toEqual([...lines, 'Learn more', 'Close']);
  });

  it('reads a panel with minified keys, also outside of its tree', () => {
    const minified = { 㐀: { $: lines.map((line) => ({ 㐟: { '&': line, '#': '14sp', _: '#FF0000' } })) } };
    expect(readAboutPanel(panel(minified))).toEqual(readAboutPanel(panel(flat)));
    const others = { templates: [{ 㐟: { '&': 'Learn more', '#': '14sp' } }] };
    expect(readAboutPanel(panel(minified, others)).details).toEqual([...lines, 'Learn more']);
  });

  it('reads a panel that is nested thousands of levels deep', () => {
    const shallow = panel('HERE').toString();
    const deep = shallow.replace(
      '"HERE"',
      `${'{"children":['.repeat(3_000)}${JSON.stringify(flat)}${']}'.repeat(3_000)}`,
    );
    expect(readAboutPanel(Buffer.from(deep)).details).toEqual(lines);
  });

  it('returns former usernames when the panel lists them, and counts them', () => {
    const listed = {
      children: ['Former usernames', 'old.name', '@older_name', 'Date joined', 'May 2011'].map((text) => ({ text })),
    };
    expect(readAboutPanel(panel(listed))).toMatchObject({
      date_joined: 'May 2011',
      former_usernames: ['old.name', 'older_name'],
      former_usernames_count: 2,
    });
  });

  it.each([
    ['a count and a button', ['2', 'Close'], [], 2],
    ['a count and as many capitalised words', ['1', 'Close'], [], 1],
    ['a count above the number of names', ['3', 'old.name', 'older_name'], [], 3],
    ['a count and as many names, one of digits', ['2', 'old.name', '20071224'], ['old.name', '20071224'], 2],
    ['no names', ['None'], [], null],
    ['a count of 0 and the text None', ['0', 'None'], [], 0],
    ['no text', [], [], null],
  ])('distinguishes former usernames from other text after the label: %s', (_, after, names, count) => {
    const tree = ['Former usernames', ...after].map((text) => ({ text }));
    expect(readAboutPanel(panel(tree))).toMatchObject({ former_usernames: names, former_usernames_count: count });
  });

  it('returns nulls for missing labels, with all details', () => {
    expect(readAboutPanel(panel({ children: [{ text: 'Beigetreten' }, { text: 'März 2015' }] }))).toEqual({
      date_joined: null,
      former_usernames: [],
      former_usernames_count: null,
      details: ['Beigetreten', 'März 2015'],
    });
  });

  it('returns an empty result for a panel without any text', () => {
    expect(readAboutPanel(panel({}))).toEqual({
      date_joined: null,
      former_usernames: [],
      former_usernames_count: null,
      details: [],
    });
  });

  it.each(['', '<html>', '{}', '{"status":"fail"}', '[]', 'null'])('treats %p as a failure of the upstream', (body) => {
    expect(() => readAboutPanel(Buffer.from(body))).toThrow(UpstreamFailure);
  });
});
