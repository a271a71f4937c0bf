const { availableParallelism } = require('node:os');
const { patience } = require('./scripts/lib/patience.cjs');

const everywhere = {
  testEnvironment: '<rootDir>/apps/api/test/support/node-environment.cjs',
  runtime: '<rootDir>/apps/api/test/support/node-runtime.cjs',
  setupFiles: ['<rootDir>/apps/api/test/support/fixed-seed.cjs'],
  transform: { '\\.tsx?$': ['@swc/jest', {}] },
  // Streams of Node.js depend on these two.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  /** Not in the machine's temporary folder: a run of the tests leaves nothing there. */
  cacheDirectory: '<rootDir>/.cache/jest',
  moduleNameMapper: { '^@loupe/([a-z-]+)$': '<rootDir>/libs/$1/src' },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data'],
};

/** One PostgreSQL for the whole run; each file gets a database of its own. */
const withPostgres = {
  ...everywhere,
  globalSetup: '<rootDir>/apps/api/test/support/postgres-setup.ts',
  globalTeardown: '<rootDir>/apps/api/test/support/postgres-teardown.ts',
};

/** A real Chromium and one started product, shared by all files. */
const withBrowser = {
  ...everywhere,
  globalSetup: '<rootDir>/apps/dashboard/test/support/start-product.ts',
  globalTeardown: '<rootDir>/apps/dashboard/test/support/stop-product.ts',
  roots: ['<rootDir>/apps/dashboard/test'],
};

const withRoots = {
  roots: ['apps/api', 'apps/cli', 'apps/dashboard/src', 'apps/upstream-sim', 'libs'].map((root) => `<rootDir>/${root}`),
};

/**
 * What runs when is said by the end of a file's name; CONTRIBUTING.md has the table.
 * @type {import('jest').Config}
 */
module.exports = {
  cacheDirectory: everywhere.cacheDirectory,
  // One more than processors: some tests wait for a database or a process of their own.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 30_000 * patience,
  projects: [
    { ...withPostgres, ...withRoots, displayName: 'spec', testRegex: '\\.spec\\.tsx?$' },
    { ...withBrowser, displayName: 'smoke', testRegex: '\\.smoke\\.ts$' },
    { ...withPostgres, ...withRoots, displayName: 'full', testRegex: '\\.full\\.ts$' },
    { ...withBrowser, displayName: 'browser', testRegex: '\\.e2e\\.ts$' },
    { ...withPostgres, ...withRoots, displayName: 'system', testRegex: '\\.system\\.ts$' },
    { ...everywhere, ...withRoots, displayName: 'docs', testRegex: '\\.docs\\.ts$' },
  ],
};
