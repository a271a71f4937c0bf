import { linesOf } from './output.ts';

describe('linesOf', () => {
  it('writes one JSON text per line', () => {
    expect(linesOf('ndjson', undefined).of([{ a: 'x\ny' }, 2])).toBe('{"a":"x\\ny"}\n2\n');
  });

  it('writes CSV with one header and the named members, also of array elements', () => {
    const lines = linesOf('csv', ['pk', 'user.name', 'files.url']);
    const item = { pk: '1', user: { name: 'A "b", c' }, files: [{ url: 'u' }, { url: 'v' }] };
    expect(lines.of([item])).toBe('pk,user.name,files.url\r\n1,"A ""b"", c","[""u"",""v""]"\r\n');
    expect(lines.of([{ pk: '2', user: null }])).toBe('2,,\r\n');
    expect(linesOf('csv', ['pk'], true).of([{ pk: '3' }])).toBe('3\r\n');
  });

  it('leaves a column empty whose name only every JavaScript object has', () => {
    expect(linesOf('csv', ['pk', 'constructor', 'toString.name'], true).of([{ pk: '1' }])).toBe('1,,\r\n');
  });

  it('takes the CSV columns from the scalar members of the first item if none are named', () => {
    const lines = linesOf('csv', undefined);
    expect([lines.of([]), lines.of([{ pk: '1', count: 2, user: {}, tags: [], note: null }])]).toEqual([
      '',
      'pk,count,note\r\n1,2,\r\n',
    ]);
    expect(lines.columns).toEqual(['pk', 'count', 'note']);
  });

  it('neutralizes text that a spreadsheet would run as a formula and leaves numbers unchanged', () => {
    const cells = ['=1+1', '@x', '-2+3', '＝1', -5, 'x;=1', 'x\t@y', '\u200b=1', ['x;+1']].map((a) => ({ a }));
    expect(linesOf('csv', ['a'], true).of(cells)).toBe(
      `'=1+1\r\n'@x\r\n'-2+3\r\n'＝1\r\n-5\r\nx;'=1\r\nx\t'@y\r\n'\u200b=1\r\n"[""x;'+1""]"\r\n`,
    );
  });
});
