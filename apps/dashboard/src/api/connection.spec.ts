import { onlineManager } from '@tanstack/react-query';
import { setReachable } from './connection';

describe('the connection to Loupe', () => {
  const statuses: number[] = [];
  let polls = 0;
  const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

  beforeEach(() => {
    jest.useFakeTimers();
    polls = 0;
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response(null, { status: statuses[polls++] ?? 200 }));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'navigator');
    if (navigatorBefore) Object.defineProperty(globalThis, 'navigator', navigatorBefore);
    onlineManager.setOnline(true);
  });

  const browser = (onLine: boolean) =>
    Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });

  it('pauses queries when a call fails, and polls one request at a time until Loupe responds', async () => {
    browser(true);
    statuses.splice(0, 2, 503, 200);
    setReachable(false);
    setReachable(false);
    expect(onlineManager.isOnline()).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect([polls, onlineManager.isOnline()]).toEqual([1, false]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect([polls, onlineManager.isOnline()]).toEqual([2, true]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(polls).toBe(2);
  });

  it('sends no poll while the browser is offline', async () => {
    browser(false);
    statuses.splice(0, 2, 200);
    setReachable(false);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(polls).toBe(0);
    browser(true);
    await jest.advanceTimersByTimeAsync(2_000);
    expect([polls, onlineManager.isOnline()]).toEqual([1, true]);
  });
});
