/** Microseconds a call, over about `ms` milliseconds. */
export function measure(run, ms) {
  let calls = 0;
  const startedAt = performance.now();
  let elapsedMs = 0;
  while (elapsedMs < ms) {
    for (let i = 0; i < 4; i++) run();
    calls += 4;
    elapsedMs = performance.now() - startedAt;
  }
  return (elapsedMs * 1_000) / calls;
}
