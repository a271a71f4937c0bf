import fc from 'fast-check';
import { assemble, compileShape, earliestExpiry, type Part, scanJson, scanJsonRows } from '.';

const shape = compileShape({ document: '', items: 'items[]', user: 'user' });
const host = 'https://scontent-fra3-1.cdninstagram.com/v/t51.2885-19/1_n.jpg';
const hex = (seconds: number) => seconds.toString(16).padStart(8, '0');
const signed = (seconds: number) =>
  `${host}?stp=dst-jpg_s150x150&_nc_cat=1&oh=00_AfZ&oe=${hex(seconds).toUpperCase()}&_nc_sid=8b3546`;
const simulated = (seconds: number) =>
  `http://127.0.0.1:4311/media/avatar/1/150x150.png?stp=s&exp=${hex(seconds)}&sig=Zm9v`;
const escaped = (address: string) => JSON.stringify(address).replaceAll('&', '\\u0026');

function expiryOf(text: string, name: 'document' | 'items' | 'user' = 'document'): number | undefined {
  const scan = scanJson(Buffer.from(text), shape);
  return earliestExpiry(scan.all(name).map((span): Part => ({ scan, span })));
}

describe('earliestExpiry', () => {
  it.each([
    ['of the platform', JSON.stringify(signed(1_775_600_000)), 1_775_600_000],
    ['with escapes', escaped(signed(1_775_600_000)), 1_775_600_000],
    ['of the simulator', JSON.stringify(simulated(1_775_600_001)), 1_775_600_001],
    ['of the simulator, with escapes', escaped(simulated(1_775_600_001)), 1_775_600_001],
    [
      'in a manifest',
      JSON.stringify(`<?xml version="1.0"?><BaseURL>${signed(1_775_600_002).replaceAll('&', '&amp;')}</BaseURL>`),
      1_775_600_002,
    ],
    [
      'in a manifest with escapes',
      JSON.stringify(`<MPD>${signed(1_775_600_002)}</MPD>`).replaceAll('<', '\\u003C'),
      1_775_600_002,
    ],
    ['beyond 2038', JSON.stringify(signed(0xf000_0000)), 0xf000_0000],
  ])('finds the expiry of a URL %s', (_, text, expected) => {
    expect(expiryOf(`{"url":${text}}`)).toBe(expected);
  });

  it.each([
    ['a caption', `Look: ${signed(1)}`],
    ['an address without a signature', `${host}?oe=6A0F2B31&_nc_sid=8b3546-8b3546-8b3546`],
    ['an expiry that is not hexadecimal', `${host}?oh=00_AfZ&oe=6A0F2B3G&_nc_sid=8b3546`],
    ['an expiry of nine digits', `${host}?oh=00_AfZ&oe=6A0F2B310&_nc_sid=8b3546`],
    ['a parameter whose name only ends in oe', `${host}?oh=00_AfZ&shoe=6A0F2B31&_nc_sid=8b3546`],
    ['a short text', 'http://a.b/?oh=1&oe=6A0F2B31'],
    ['a string that follows an address without an expiry', `${host}?stp=dst-jpg_s150x150`],
  ])('finds no expiry in %s', (_, text) => {
    expect(expiryOf(JSON.stringify([text, '&oh=1&oe=00000001']))).toBeUndefined();
  });

  it('returns the earliest expiry within the given parts', () => {
    // 0xffff_ffff means “none” in the scanner.
    const times = fc.array(fc.integer({ min: 0, max: 0xffff_fffe }), { maxLength: 6 });
    const earliest = (...lists: number[][]) => (lists.flat().length === 0 ? undefined : Math.min(...lists.flat()));
    fc.assert(
      fc.property(times, times, times, (items, user, rest) => {
        const text = JSON.stringify({
          items: items.map((seconds) => ({ pk: 9, url: signed(seconds) })),
          user: { pk: [1, 2], urls: user.map(simulated) },
          rest: rest.map(signed),
        });
        expect(expiryOf(text)).toBe(earliest(items, user, rest));
        expect(expiryOf(text, 'items')).toBe(earliest(items));
        expect(expiryOf(text, 'user')).toBe(earliest(user));
      }),
    );
  });

  it('covers only the given rows of a stream, also after assemble has used the same parts', () => {
    const rows = scanJsonRows(
      Buffer.from([5, 3, 4].map((seconds) => `{"url":"${signed(seconds)}"}`).join('\n')),
      shape,
    );
    const parts = [rows[0]!, rows[2]!].map((scan): Part => ['[', { scan, span: scan.one('document')! }, ']']);
    assemble(parts);
    expect(earliestExpiry(parts)).toBe(4);
  });
});
