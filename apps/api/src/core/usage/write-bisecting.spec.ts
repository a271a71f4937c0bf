import fc from 'fast-check';
import { sqlState } from '../../platform/database/failures';
import { isDataError, writeBisecting } from './write-bisecting';

const dataError = Object.assign(new Error('invalid byte sequence'), { code: '22021' });

describe('writeBisecting', () => {
  it('writes every valid row once and fails only the invalid ones, wherever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (poisoned) => {
        const rows = poisoned.map((isPoisoned, index) => ({ isPoisoned, index }));
        const written: number[] = [];
        const failed: number[] = [];
        await writeBisecting(
          rows,
          async (part) => {
            if (part.some((row) => row.isPoisoned)) throw dataError;
            written.push(...part.map((row) => row.index));
          },
          (row) => failed.push(row.index),
        );
        expect(written).toEqual(rows.filter((row) => !row.isPoisoned).map((row) => row.index));
        expect(failed).toEqual(rows.filter((row) => row.isPoisoned).map((row) => row.index));
      }),
    );
  });

  it('rethrows the error of a lost connection, and fails no row', async () => {
    const lost = new Error('Connection terminated unexpectedly');
    const failed: number[] = [];
    const writing = writeBisecting(
      [1, 2, 3],
      () => Promise.reject(lost),
      (row) => failed.push(row),
    );
    await expect(writing).rejects.toBe(lost);
    expect(failed).toEqual([]);
  });
});

describe('isDataError', () => {
  it('distinguishes row errors from database and network errors', () => {
    expect(['22P02', '23505', '23514'].map((code) => isDataError({ code }))).toEqual([true, true, true]);
    expect(['40001', '57P01', '53300', '42P01', 'ECONNRESET', '23'].map((code) => isDataError({ code }))).not.toContain(
      true,
    );
    expect([sqlState(undefined), sqlState(new Error('x')), sqlState({ code: 23 })]).toEqual(['', '', '']);
  });
});
