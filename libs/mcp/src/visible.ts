/**
 * What nobody sees in a text, or what turns the text around it: control and format characters, joiners, selectors, tags, halves of
 * characters. Strangers hide instructions in them.
 */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** What can stand for it in JSON: an escape, which is looked at as a whole, or the character itself. */
const characters = new RegExp(
  `\\\\u(d[89ab][\\da-f]{2})\\\\u(d[c-f][\\da-f]{2})|\\\\u([\\da-f]{4})|\\\\(.)|${hidden.source}`,
  'giu',
);
const ofLetter: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r' };

/** A text or a JSON text, as it may be shown to an agent: whatever is written in it, or escaped, can be seen. All else is as it was. */
export function visible(text: string): string {
  return text.replace(characters, (whole, high, low, unit, letter) => {
    const codes = [high, low, unit].flatMap((hex) => (hex === undefined ? [] : Number.parseInt(hex, 16)));
    const written = codes.length > 0 ? String.fromCharCode(...codes) : (ofLetter[letter] ?? letter ?? whole);
    return hidden.test(written) ? '' : whole;
  });
}
