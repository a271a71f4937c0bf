const { createServer } = require('node:net');

// Seconds can pass until the program listens. So that no other program takes its port in that time, ports are below the ephemeral ones,
// and each process starts in a range of its own. (fetch rejects port 10080, which is not in the range.)
const [lowest, count, perProcess] = [11_000, 21_000, 64];
let next = (process.pid * perProcess) % count;

/** @returns a port on which nothing listens */
exports.freePort = async function freePort() {
  for (;;) {
    const port = lowest + (next++ % count);
    if (await isFree(port)) return port;
  }
};

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => probe.close(() => resolve(true)));
  });
}
