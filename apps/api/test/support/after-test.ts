const ends: (() => unknown)[] = [];

/** Ends what a test has opened after it, also when it failed: open handles keep Jest from exiting. */
export function afterTest(end: () => unknown): void {
  ends.push(end);
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
