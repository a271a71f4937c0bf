import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { csvDownload, csvLine } from './csv';

describe('a line of CSV', () => {
  it.each([
    [['a', 1, null, true], 'a,1,,true'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
    [['-0.000600', '-5', '12.5'], '-0.000600,-5,12.5'],
    [['=1+1', '+cmd', '-2+3', '@SUM(A1)'], "'=1+1,'+cmd,'-2+3,'@SUM(A1)"],
    [['\t=1', '\r=1', '\n=1'], `'\t'=1,"'\r'=1","'\n'=1"`],
    [['\tx', '\rx'], `'\tx,"'\rx"`],
    [['＝1+1', '＋cmd', '－2+3', '＠SUM(A1)'], "'＝1+1,'＋cmd,'－2+3,'＠SUM(A1)"],
    [['=HYPERLINK("x","y")'], '"\'=HYPERLINK(""x"",""y"")"'],
    [['﹦1+1', '\u200b=1', '\ufeff+1', ' \u00a0@x', '\u3164-x'], "'﹦1+1,'\u200b=1,'\ufeff+1,' \u00a0@x,'\u3164-x"],
    [['a;=1', 'a;+1', 'a;-1', 'a;@x', 'a;＝1', 'a\t=1'], "a;'=1,a;'+1,a;'-1,a;'@x,a;'＝1,a\t'=1"],
    [['a;b; \u200b=1;\u2060@c', ';;=1'], "a;b;' \u200b=1;'\u2060@c,;;'=1"],
    [['a\n=1', 'a;"=1', 'a,;=1'], `"a\n'=1","a;'""=1","a,;'=1"`],
    [['a=1', 'a; b - c', 'x@y.z', '-0.0006;', 'a;b'], "a=1,a; b - c,x@y.z,'-0.0006;,a;b"],
  ])('encodes %j as %s', (cells, line) => expect(csvLine(cells)).toBe(`${line}\r\n`));

  it('contains no formula, whatever separator a spreadsheet uses', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'=+-@＝"\'ab1.,;\t\r\n \u200b\u200e\ufeff\u00ad\u2800\u3164'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const line = csvLine(['id', ...cells]).trimEnd();
        const begins = /^["\s\u200b\u200e\ufeff\u00ad\u2800\u3164]*[=+\-@＝](?!\d*\.?\d+"?$)/;
        for (const separator of [/[;\r\n]/, /[\t\r\n]/, /[;\t\r\n]/])
          expect(line.split(separator).filter((cell) => begins.test(cell))).toEqual([]);
        for (const cell of cells) expect(csvLine([cell])).not.toMatch(/^"?[=+@＝]|^"?-(?![\d.]+\r\n$)/);
      }),
    );
  });
});

describe('a CSV file', () => {
  const columns = { n: (row: number) => row, twice: (row: number) => 2 * row };

  it('has a header and every row of every batch', async () => {
    async function* batches() {
      yield [1, 2];
      yield [3];
    }
    const file = await csvDownload('numbers', columns, batches());
    expect(await text(file.getStream())).toBe('n,twice\r\n1,2\r\n2,4\r\n3,6\r\n');
    expect(file.getHeaders()).toMatchObject({ disposition: 'attachment; filename="numbers.csv"' });
  });

  it('fails before the download begins if the first rows cannot be read', async () => {
    // biome-ignore lint/correctness/useYield: throws before its first yield
    async function* batches(): AsyncGenerator<number[]> {
      throw new Error('unreachable');
    }
    await expect(csvDownload('numbers', columns, batches())).rejects.toThrow('unreachable');
  });

  it('fails in the middle of the download if later rows cannot be read', async () => {
    async function* batches() {
      yield [1];
      throw new Error('gone');
    }
    const file = await csvDownload('numbers', columns, batches());
    await expect(text(file.getStream())).rejects.toThrow('gone');
  });
});
