import { readOperation, UsageError } from './command-line.ts';
import { exitCodeOf } from './failure.ts';

describe('names that every JavaScript object has', () => {
  it('are unknown commands', () => {
    for (const domain of ['constructor', '__proto__', 'toString'])
      expect(() => readOperation([domain, 'call'], {} as never)).toThrow(UsageError);
  });

  it('are unknown error codes', () => {
    const error = { name: 'LoupeError', code: 'constructor', status: 502 };
    expect(exitCodeOf(error)).toBe(6);
  });
});
