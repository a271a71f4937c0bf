import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { jsonRows, jsonText, jsonTextWithoutIds, searchedText } from '../test/json-text';
import { slowFind, slowParse } from '../test/slow-json';
import { compileShape, MalformedJsonError, type Scan, scanJson, scanJsonRows } from '.';

const paths = {
  document: '',
  users: 'users',
  media: 'items[].media',
  both: ['media', 'items[].media.pk'],
  cursor: 'media.max',
  element: '[]',
  deepElement: 'users[][]',
  stem: '~timeline.users',
  any: 'media.~.pk',
} as const;
const shape = compileShape(paths);
type Found = Scan<keyof typeof paths>;

function rewritten(scan: Found): string {
  const { start, end } = scan.one('document')!;
  return scan.body.toString('utf8', start, end);
}

function textsOf(scan: Found, name: keyof typeof paths): string[] {
  return scan.all(name).map(({ start, end }) => scan.body.toString('utf8', start, end));
}

/** The text as a slice of a larger buffer with misleading bytes around it. */
function bodyOf(text: string, lead = 0): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.alloc(lead, '"'), bytes, Buffer.from('0"}]')]).subarray(lead, lead + bytes.length);
}

function decoded(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

function parses(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

function failureOf(scan: () => unknown): unknown {
  try {
    return scan();
  } catch (error) {
    return error;
  }
}

describe('scanJson of an arbitrary document', () => {
  it('writes the same output as the reference implementation', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(7), (text, lead) => {
        expect(rewritten(scanJson(bodyOf(text, lead), shape))).toBe(slowParse(text).answer.trim());
      }),
      { numRuns: 1000 },
    );
  });

  it('copies a document without ids byte for byte', () => {
    fc.assert(
      fc.property(jsonTextWithoutIds, (text) => {
        expect(rewritten(scanJson(bodyOf(text), shape))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same values as the reference implementation', () => {
    const single = ['users', 'media', 'cursor', 'element', 'deepElement', 'stem', 'any'] as const;
    fc.assert(
      fc.property(searchedText, (text) => {
        const scan = scanJson(bodyOf(text), shape);
        const slow = slowParse(text);
        for (const name of single) {
          const found = slowFind(slow, paths[name]);
          expect(textsOf(scan, name)).toEqual(found.map(({ answer }) => answer.trim()));
          expect(scan.all(name).map((span) => scan.text(span))).toEqual(found.map(({ text }) => decoded(text.trim())));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('returns a result that the next scan does not change', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const body = bodyOf(text);
        const scan = scanJson(body, shape);
        const answer = rewritten(scanJson(body, shape));
        scanJson(Buffer.from(`[${'9007199254740993,'.repeat(text.length)}0]`), shape);
        expect(rewritten(scan)).toBe(answer);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts a mutated document if and only if it is UTF-8 and JSON.parse accepts it', () => {
    const byte = fc.oneof(fc.constantFrom(...Buffer.from('"\\{}[],:-+.eE01 \n\t\u0001u')), fc.nat(255));
    fc.assert(
      fc.property(jsonText, fc.nat(), byte, (text, where, changed) => {
        const body = bodyOf(text);
        body[where % body.length] = changed;
        if (isUtf8(body) && parses(body)) {
          expect(rewritten(scanJson(body, shape))).toBe(slowParse(body.toString()).answer.trim());
        } else {
          expect(failureOf(() => scanJson(body, shape))).toBeInstanceOf(MalformedJsonError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts a truncated document if and only if it is UTF-8 and JSON.parse accepts it', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, where) => {
        const whole = Buffer.from(text);
        const body = whole.subarray(0, where % whole.length);
        const taken = !(failureOf(() => scanJson(body, shape)) instanceof MalformedJsonError);
        expect(taken).toBe(isUtf8(body) && parses(body));
      }),
      { numRuns: 1000 },
    );
  });
});

it('scanJson rejects every truncation of a document that ends in a bracket', () => {
  const text = '{"items": [{"pk":-12.5e+3,"é":"\\u00e9\\n漢"},true,false,null],"":{"users":[0,""] } }';
  const whole = bodyOf(text);
  expect(rewritten(scanJson(whole, shape))).toBe(text);
  for (let end = 0; end < whole.length; end++) {
    expect(() => scanJson(whole.subarray(0, end), shape)).toThrow(MalformedJsonError);
  }
});

describe('scanJsonRows', () => {
  it('scans each row as scanJson scans a document', () => {
    fc.assert(
      fc.property(jsonRows, fc.constantFrom('', '\n', '\r\n', ' '), (texts, separator) => {
        const rows = scanJsonRows(bodyOf(texts.join(separator)), shape);
        expect(rows.map(rewritten)).toEqual(texts.map((text) => slowParse(text).answer.trim()));
        const alone = texts.map((text) => textsOf(scanJson(bodyOf(text), shape), 'both'));
        expect(rows.map((row) => textsOf(row, 'both'))).toEqual(alone);
      }),
      { numRuns: 300 },
    );
  });

  it('rejects a truncated last row', () => {
    const body = Buffer.from('{"users":[{"pk":1}]}\n{"users":[]}');
    for (let end = 21; end < body.length; end++) {
      const cut = () => scanJsonRows(body.subarray(0, end), shape);
      if (end === 21) expect(cut()).toHaveLength(1);
      else expect(cut).toThrow(MalformedJsonError);
    }
  });

  it.each(['', ' \n', '1', '"a"', '{} 1', '[]null', '{},{}', 'for (;;);{}'])('rejects %j', (text) => {
    expect(() => scanJsonRows(bodyOf(text), shape)).toThrow(MalformedJsonError);
  });
});

describe('scanJson of a large or deep document', () => {
  it('preserves every byte except those of ids, at a depth of 1,000', () => {
    const text = `${'{"a":['.repeat(500)}{"pk":12}${']}'.repeat(500)}`;
    expect(rewritten(scanJson(bodyOf(text), shape))).toBe(slowParse(text).answer);
  });

  it('accepts 10,000 levels of nesting and rejects more', () => {
    const nested = (levels: number) => bodyOf('['.repeat(levels) + ']'.repeat(levels));
    expect(scanJson(nested(10_000), shape).all('element')).toHaveLength(1);
    expect(() => scanJson(nested(10_001), shape)).toThrow(
      new MalformedJsonError('nested deeper than 10000 levels', 10_000),
    );
  });

  it('preserves every byte except those of ids, in 5 MB', () => {
    const item = `{"media":{"pk":3868111222333444999,"url":"${'https://cdn.example/'.repeat(24)}","n":[1,2.0,"\\u00e9"]}}`;
    const text = `{"items":[${Array.from({ length: 9_500 }, () => item).join(',\n')}]}`;
    const scan = scanJson(bodyOf(text), shape);
    expect(text.length).toBeGreaterThan(5_000_000);
    expect(scan.all('media')).toHaveLength(9_500);
    expect(rewritten(scan) === text.replaceAll(/"pk":(\d+)/g, '"pk":"$1"')).toBe(true);
  });
});
