/** Ends what lives as long as the worker, newest first. A worker just exits; a run without workers would wait for it. */
export const ends: (() => unknown)[] = [];

Object.assign(globalThis, {
  endWorker: async () => {
    for (const end of ends.splice(0).reverse()) await end();
  },
});
