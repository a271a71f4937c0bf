import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { SlowLane } from './slow-lane';

describe('SlowLane', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const responses = (count: number) => Array.from({ length: count }, () => new EventEmitter() as ServerResponse);

  it('answers a few within 50 ms, many at a thousand a second, in their order', () => {
    const answered: ServerResponse[] = [];
    const lane = new SlowLane((response) => answered.push(response));
    const all = responses(130);
    for (const response of all) lane.add(response);
    expect(answered).toEqual([]);
    jest.advanceTimersByTime(50);
    expect(answered).toEqual(all.slice(0, 50));
    jest.advanceTimersByTime(50);
    expect(answered).toHaveLength(100);
    jest.advanceTimersByTime(50);
    expect(answered).toEqual(all);
    expect(lane.length).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('forgets those whose callers have gone', () => {
    const answered: ServerResponse[] = [];
    const lane = new SlowLane((response) => answered.push(response));
    const [gone, there] = responses(2);
    lane.add(gone!);
    lane.add(there!);
    gone!.emit('close');
    jest.advanceTimersByTime(50);
    expect(answered).toEqual([there]);
  });
});
