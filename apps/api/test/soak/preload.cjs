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
const kept = [];
if (mib) setInterval(() => kept.push(new Array(Math.floor((mib * 2 ** 20) / 8 / 240)).fill(0)), 250).unref();
if (descriptors) setInterval(() => kept.push(openSync('/dev/null')), 60_000 / descriptors).unref();
