import { requestTimeMs } from '../../core/usage/usage-record';
import { clock } from '../clock';
import { newRequestId } from './request-id';

describe('a request id', () => {
  afterEach(() => jest.restoreAllMocks());

  it('sorts after the earlier ids of the same millisecond', () => {
    jest.spyOn(clock, 'wallMs').mockReturnValue(1_800_000_000_000);
    const ids = Array.from({ length: 1_000 }, newRequestId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(1_000);
  });

  it('has the time of the clock, even if the clock is set back', () => {
    for (const nowMs of [1_800_000_000_000, 1_700_000_000_000]) {
      jest.spyOn(clock, 'wallMs').mockReturnValue(nowMs);
      expect(requestTimeMs(newRequestId())).toBe(nowMs);
    }
  });
});
