import { maxConcurrentPerKey } from './concurrent-requests';

test.each([
  [600, 200],
  [20, 7],
  [2, 1],
])('a process with %d slots gives a key a third of them, and at least one: %d', (MAX_CONCURRENT_REQUESTS, perKey) => {
  expect(maxConcurrentPerKey({ MAX_CONCURRENT_REQUESTS })).toBe(perKey);
});
