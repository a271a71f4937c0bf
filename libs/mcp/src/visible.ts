// Invisible or reordering characters: controls, formats, joiners, variation selectors, tags and lone surrogates. They can
// hide instructions for an agent.
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
// A hidden character, or a JSON escape, which must be matched as a whole.
const characters = new RegExp(
  `\\\\u(d[89ab][\\da-f]{2})\\\\u(d[c-f][\\da-f]{2})|\\\\u([\\da-f]{4})|\\\\(.)|${hidden.source}`,
  'giu',
);
const ofLetter: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r' };

/** Removes hidden characters, written literally or as a JSON escape such as `\r`, also from a text that is not JSON. */
export function visible(text: string): string {
  return text.replace(characters, (whole, high, low, unit, letter) => {
    const codes = [high, low, unit].flatMap((hex) => (hex === undefined ? [] : Number.parseInt(hex, 16)));
    const written = codes.length > 0 ? String.fromCharCode(...codes) : (ofLetter[letter] ?? letter ?? whole);
    return hidden.test(written) ? '' : whole;
  });
}
