/** Functions that end what lives as long as a worker. A worker just exits, but a run without workers must call them. */
export const ends: (() => unknown)[] = [];

Object.assign(globalThis, {
  endWorker: async () => {
    for (const end of ends.splice(0).reverse()) await end();
  },
});
