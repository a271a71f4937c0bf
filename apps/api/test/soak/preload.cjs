// Preloaded by soak.mjs and leaks.mjs. SIGUSR2 collects garbage, so that only retained memory is measured.
// SOAK_LEAK='6 4' makes the process leak 6 MiB and 4 descriptors a minute: a control that the verdict must detect.
const { openSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
// Collects until hardly any memory is freed: native memory is freed only after its wrapper is collected, so one
// collection can leave a hundred megabytes of garbage in a process that streams.
process.on('SIGUSR2', () => {
  const used = () => process.memoryUsage().heapUsed;
  for (let before = Number.POSITIVE_INFINITY; used() < before - 2 ** 20; ) {
    before = used();
    collect();
    collect();
  }
});

const [mib, descriptors] = (process.env.SOAK_LEAK ?? '').split(' ').map(Number);

/** Leaks this many objects a minute, even if the process misses timer ticks for lack of CPU. */
function leakPerMinute(count, one) {
  const leaked = [];
  const startedMs = performance.now();
  const leak = () => {
    const due = ((performance.now() - startedMs) * count) / 60_000;
    while (leaked.length < due) leaked.push(one());
  };
  setInterval(leak, 250).unref();
}

if (mib) leakPerMinute(mib, () => new Array(2 ** 20 / 8).fill(0));
if (descriptors) leakPerMinute(descriptors, () => openSync('/dev/null'));
