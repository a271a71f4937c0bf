import fc from 'fast-check';
import { float, type Json, type JsonObject, printJson, rotated } from './json';

describe('JSON printer', () => {
  test('prints text that parses to the printed value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => JSON.stringify(JSON.parse(printJson(value as Json))) === JSON.stringify(value),
      ),
    );
  });

  test('prints all digits, keeps decimal points and omits undefined members', () => {
    const value = { pk: 9_007_199_254_740_993n, ratio: float(1), half: float(0.5), gone: undefined, list: [undefined] };
    expect(printJson(value)).toBe('{"pk":9007199254740993,"ratio":1.0,"half":0.5,"list":[null]}');
  });

  test('escapes `&` and everything beyond ASCII for REST, nothing for GraphQL, and both parse to the same value', () => {
    const text = 'é & 😀 "q" \\ \u0000';
    expect(printJson(text, 'ascii')).toBe('"\\u00e9 \\u0026 \\ud83d\\ude00 \\"q\\" \\\\ \\u0000"');
    expect(printJson(text, 'utf8')).toBe(JSON.stringify(text));
    expect(JSON.parse(printJson(text, 'ascii'))).toBe(text);
  });

  test('`rotated` changes only the order of members', () => {
    const object: JsonObject = { a: 1, b: 2, c: 3, d: 4 };
    expect(rotated(object, 2)).toEqual(object);
    expect(Object.keys(rotated(object, 2))).toEqual(['c', 'd', 'a', 'b']);
  });
});
