const tickMs = 1_000;
/** How often a log, unlike a terminal, says that a step goes on. */
const logEverySeconds = 10;

/**
 * Runs a step and shows on standard error how long it takes: on a terminal, its seconds count up in place; elsewhere, lines say that it
 * takes more than a second, that it goes on, and that it ended.
 * @param isAlone false if something else writes to the terminal meanwhile
 */
export async function showStep(name, work, isAlone = true) {
  const isLive = isAlone && process.stderr.isTTY;
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1_000;
  const write = (text) => process.stderr.write(isLive ? `\r${text}\x1b[K` : `${text}\n`);
  let loggedSeconds;
  const tick = () => {
    const now = Math.floor(seconds());
    if (isLive) return write(`${name} … ${now} s`);
    if (loggedSeconds === undefined) write(`${name} …`);
    else if (now >= loggedSeconds + logEverySeconds) write(`${name} … ${now} s`);
    else return;
    loggedSeconds = Math.floor(now / logEverySeconds) * logEverySeconds;
  };
  if (isLive) write(`${name} …`);
  const timer = setInterval(tick, tickMs);
  try {
    const result = await work();
    write(`${name}: ${seconds().toFixed(1)} s`);
    return result;
  } finally {
    clearInterval(timer);
    if (isLive) process.stderr.write('\n');
  }
}
