const { createServer } = require('node:net');

// Below the ephemeral ports, and a separate range per process: seconds pass until the program listens, and no other program may take
// the port meanwhile. (fetch rejects port 10080, which is not in the range.)
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
