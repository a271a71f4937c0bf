import { spawnSync } from 'node:child_process';

/** The first of these programs that this machine has. */
export function findProgram(...candidates: string[]): string | undefined {
  return candidates.find((command) => spawnSync(command, ['--version']).status === 0);
}

/** Like `describe`, for tests that need one of these programs. Without, they are left out and a line says so, but never where CI is set. */
export function describeWithProgram(candidates: string[], name: string, tests: () => void, isDemanded = false): void {
  const program = findProgram(...candidates);
  if (program || isDemanded || process.env.CI) {
    describe(name, () => {
      if (program) tests();
      else it(`has one of ${candidates} to test with`, () => expect(program).toBeDefined());
    });
    return;
  }
  process.stderr.write(`NOT TESTED, because there is no ${candidates.join(' or ')}: ${name}\n`);
  describe.skip(name, tests);
}
