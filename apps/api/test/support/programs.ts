import { spawnSync } from 'node:child_process';

export function findProgram(...candidates: string[]): string | undefined {
  return candidates.find((command) => spawnSync(command, ['--version']).status === 0);
}

/** Like `describe`, for tests of a program. Without the program, one test fails if `isRequired`, or all are skipped. */
export function describeWith(
  program: string | undefined,
  sought: string,
  name: string,
  tests: () => void,
  isRequired = Boolean(process.env.CI),
): void {
  if (program) {
    describe(name, tests);
  } else if (isRequired) {
    describe(name, () => it(`has ${sought} to test with`, () => expect(program).toBeDefined()));
  } else {
    describe.skip(`(needs ${sought}) ${name}`, tests);
  }
}
