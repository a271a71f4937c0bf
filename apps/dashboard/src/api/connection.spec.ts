import { onlineManager } from '@tanstack/react-query';
import { ConnectionState } from './connection';

describe('the state of the connection', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    onlineManager.setOnline(true);
  });

  it('asks again, one question at a time, until Loupe answers, and tells who listens', async () => {
    const answers = [false, true];
    let asked = 0;
    const state = new ConnectionState(async () => answers[asked++] ?? true);
    const seen: string[] = [];
    state.subscribe(() => seen.push(state.current()));
    state.note(false);
    state.note(false);
    expect(seen).toEqual(['unreachable']);
    await jest.advanceTimersByTimeAsync(2_000);
    expect([asked, state.current()]).toEqual([1, 'unreachable']);
    await jest.advanceTimersByTimeAsync(2_000);
    expect([asked, seen.at(-1)]).toEqual([2, 'up']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(2);
  });

  it('asks nobody while the browser has no network', async () => {
    let asked = 0;
    const state = new ConnectionState(async () => ++asked > 0);
    onlineManager.setOnline(false);
    state.note(false);
    expect(state.current()).toBe('offline');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(0);
    onlineManager.setOnline(true);
    await jest.advanceTimersByTimeAsync(2_000);
    expect([asked, state.current()]).toEqual([1, 'up']);
  });
});
