const ends: (() => unknown)[] = [];

/** Ends what a test has opened, when it is over, also when it failed: what stays open keeps Jest from ending. */
export function afterTest(end: () => unknown): void {
  ends.push(end);
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
