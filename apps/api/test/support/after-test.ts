const ends: (() => unknown)[] = [];

/** Runs `end` after the current test, even if it fails: open handles keep Jest from exiting. */
export function afterTest(end: () => unknown): void {
  ends.push(end);
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
