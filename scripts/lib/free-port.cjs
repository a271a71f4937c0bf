const { createServer } = require('node:net');

// Seconds can pass until the program that gets a port listens on it. To keep other programs from the port meanwhile, all ports are below
// the ephemeral ports, and each process starts in a range of its own. (fetch rejects port 10080, which is below all these ranges.)
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
