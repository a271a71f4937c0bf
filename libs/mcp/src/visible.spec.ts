import fc from 'fast-check';
import { visible } from './visible';

const unseen = [
  ...'\u0000\u0008\u000b\r\u001b\u007f\u0085\u00ad\u034f\u061c\u115f\u17b4\u180e\u200b\u200c\u200d\u200e\u202a\u202e\u2028\u2029',
  ...'\u2060\u2064\u2066\u2069\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\u{e0001}\u{e0041}\u{e007f}\u{e0100}\u{e01ef}',
];
const seen = [...'a\\"/\n\t éи語ع👩❤\u00a0bu', 'u200b', '\\u200b'];
const escaped = (text: string) =>
  text.replace(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('visible', () => {
  it('removes exactly the hidden characters, whether literal or escaped', () => {
    const part = fc.record({ text: fc.constantFrom(...unseen, ...seen), isEscaped: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const written = parts.map(({ text, isEscaped }) =>
          isEscaped ? escaped(text) : JSON.stringify(text).slice(1, -1),
        );
        const shown = parts.flatMap(({ text }) => (unseen.includes(text) ? [] : text)).join('');
        expect(JSON.parse(visible(`"${written.join('')}"`))).toBe(shown);
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not leave surrogate halves that combine into a hidden character', () => {
    expect(visible('"\\udb40\\u200b\\udc41"')).toBe('""');
    expect(visible('\udb40\u200b\udc41')).toBe('');
  });

  it('returns a text of visible characters unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~\n\t¡-¬®-ˤ一-龥]*$/), (text) => {
        const json = JSON.stringify({ [text]: text });
        expect(visible(json)).toBe(json);
      }),
    );
    const spaced =
      '{ "pk": "1",\n\t"count": 1.0, "long": 12345678901234567890, "a\\/b": "\\u00e9\\\\u200b\\u005cu200b" }';
    expect(visible(spaced)).toBe(spaced);
  });
});
