import { compileShape, MalformedJsonError, scanJson } from '.';

const shape = compileShape({});

describe('scanJson', () => {
  it.each([
    ['', 0, 'ends too early'],
    [' \n', 2, 'ends too early'],
    ['{"a":1', 6, 'ends too early'],
    ['{"a', 3, 'ends too early'],
    ['{"a":"b\\', 8, 'ends too early'],
    ['{"a":"\\u12', 10, 'ends too early'],
    ['[1,', 3, 'ends too early'],
    ['-', 1, 'ends too early'],
    ['[1,]', 3, 'unexpected character'],
    ['{"a":1,}', 7, 'unexpected character'],
    ['[,1]', 1, 'unexpected character'],
    ['[1 2]', 3, 'unexpected character'],
    ['{"a" 1}', 5, 'unexpected character'],
    ['{1:2}', 1, 'unexpected character'],
    ['[1}', 2, 'unexpected character'],
    ['{"a":1]', 6, 'unexpected character'],
    ['nul', 0, 'unexpected character'],
    ['[trux]', 1, 'unexpected character'],
    ['[01]', 2, 'unexpected character'],
    ['[+1]', 1, 'unexpected character'],
    ['[.5]', 1, 'unexpected character'],
    ['[1.]', 3, 'unexpected character'],
    ['[1e]', 3, 'unexpected character'],
    ['[1e+]', 4, 'unexpected character'],
    ['[--1]', 2, 'unexpected character'],
    ['[\f1]', 1, 'unexpected character'],
    ['[\u00a01]', 1, 'unexpected character'],
    ['\ufeff{}', 0, 'unexpected character'],
    ['["\\x"]', 3, 'bad escape in a string'],
    ['["\\u12g4"]', 6, 'bad escape in a string'],
    ['["a\tb"]', 3, 'control character in a string'],
    ['{"a\u0000":1}', 3, 'control character in a string'],
    ['{} x', 3, 'goes on after the document'],
    ['1 2', 2, 'goes on after the document'],
  ])('throws a MalformedJsonError for %j at offset %d with the reason “%s”', (text, offset, reason) => {
    const error = new MalformedJsonError(reason, offset);
    expect(() => scanJson(Buffer.from(text), shape)).toThrow(error);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(error).toMatchObject({ offset, reason, message: `Malformed JSON at byte ${offset}: ${reason}` });
  });

  it.each([
    [[0x22, 0xff, 0x22], 1],
    [[0x22, 0x61, 0xc0, 0x80, 0x22], 2],
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    [[0x5b, 0x5d, 0xe6, 0xbc], 2],
    [[0x5b, 0x5d, 0xef, 0xbf], 4],
  ])('throws a MalformedJsonError for the bytes %j, which are not UTF-8', (bytes, offset) => {
    expect(() => scanJson(Buffer.from(bytes), shape)).toThrow(new MalformedJsonError('not UTF-8', offset));
  });
});
