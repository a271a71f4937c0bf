// Preloaded into the processes of a soak. SIGUSR2 collects garbage, so that memory is what is held and not what waits to be
// swept. SOAK_LEAK=`MiB descriptors` makes the process leak so much a minute: a control that the verdict has to find.
const { openSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
// Again and again, as long as it helps: what a native object holds is free only once that has been swept itself, so one collection
// leaves, of a process that streams, up to a hundred megabytes of garbage.
process.on('SIGUSR2', () => {
  const used = () => process.memoryUsage().heapUsed;
  for (let before = Number.POSITIVE_INFINITY; used() < before - 2 ** 20; ) {
    before = used();
    collect();
    collect();
  }
});

const [mib, descriptors] = (process.env.SOAK_LEAK ?? '').split(' ').map(Number);

/** What is missed while the process has no processor is made up for. */
function leakPerMinute(count, one) {
  const kept = [];
  const startedMs = performance.now();
  const leak = () => {
    const due = ((performance.now() - startedMs) * count) / 60_000;
    while (kept.length < due) kept.push(one());
  };
  setInterval(leak, 250).unref();
}

if (mib) leakPerMinute(mib, () => new Array(2 ** 20 / 8).fill(0));
if (descriptors) leakPerMinute(descriptors, () => openSync('/dev/null'));
