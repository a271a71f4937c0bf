const { availableParallelism } = require('node:os');
const { patience } = require('./scripts/lib/patience.cjs');

const everywhere = {
  testEnvironment: '<rootDir>/apps/api/test/support/node-environment.cjs',
  runtime: '<rootDir>/apps/api/test/support/node-runtime.cjs',
  setupFiles: ['<rootDir>/apps/api/test/support/fixed-seed.cjs'],
  transform: { '\\.tsx?$': ['@swc/jest', {}] },
  // Node.js streams do not work with fakes of these two.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  // Not the system's temporary folder, so that nothing remains there.
  cacheDirectory: '<rootDir>/.cache/jest',
  moduleNameMapper: {
    '^@loupe/([a-z-]+)$': '<rootDir>/libs/$1/src',
    '^@loupe/([a-z-]+)/([a-z-]+)$': '<rootDir>/libs/$1/src/$2',
  },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data'],
};

/** One PostgreSQL per run; each test file gets its own database. */
const withPostgres = {
  ...everywhere,
  globalSetup: '<rootDir>/apps/api/test/support/postgres-setup.ts',
  globalTeardown: '<rootDir>/apps/api/test/support/postgres-teardown.ts',
};

/** One Chromium and one running product, shared by all files. */
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
 * The suffix of a file's name selects its project; see CONTRIBUTING.md.
 * @type {import('jest').Config}
 */
module.exports = {
  cacheDirectory: everywhere.cacheDirectory,
  // Tests wait for processes, sockets and PostgreSQL. One worker more than there are cores uses that time.
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
