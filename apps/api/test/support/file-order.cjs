const TestSequencer = require('@jest/test-sequencer').default;

/** Files that start whole processes, and files that drive a browser, by what they are called. */
const startsProcesses = /\.test\.ts$/;
const drivesBrowser = /\.e2e\.ts$/;

/**
 * The long files first, so that none is left over at the end with the other processors idle: in turn one that drives a
 * browser, which is busy, and one that starts processes, which mostly waits for them. Jest knows no durations in a fresh clone.
 */
module.exports = class FileOrder extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const take = (pattern) => sorted.filter(({ path }) => pattern.test(path));
    const [browser, processes] = [take(drivesBrowser), take(startsProcesses)];
    const long = Array.from({ length: Math.max(browser.length, processes.length) }, (_, i) => [
      browser[i],
      processes[i],
    ]).flat();
    const first = long.filter(Boolean);
    return [...first, ...sorted.filter((test) => !first.includes(test))];
  }
};
