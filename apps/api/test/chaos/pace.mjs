/** Calls `send` with 0, 1, 2 … at a steady rate. @returns the timer, which `clearInterval` ends */
export function pace(perSecond, send) {
  const startedMs = performance.now();
  let sent = 0;
  // Follows the clock, not the timer: a late tick sends all overdue requests at once.
  return setInterval(() => {
    const due = ((performance.now() - startedMs) / 1_000) * perSecond;
    for (; sent < due; sent++) send(sent);
  }, 5);
}
