const { createServer } = require('node:net');

// Below the ports that the system gives to whoever asks for any, and another part for each process: between the moment
// in which a port is found free and the one in which its program listens, seconds later, nothing else may come upon it.
// (10080 is not among them: fetch refuses it.)
const [lowest, count, perProcess] = [11_000, 21_000, 64];
let next = (process.pid * perProcess) % count;

/** A port of this machine that nothing listens on. */
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
