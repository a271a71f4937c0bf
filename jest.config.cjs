const { availableParallelism } = require('node:os');

const everywhere = {
  testEnvironment: '<rootDir>/apps/api/test/support/node-environment.cjs',
  runtime: '<rootDir>/apps/api/test/support/node-runtime.cjs',
  transform: { '\\.tsx?$': ['@swc/jest', {}] },
  // The streams of Node.js run on these two.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  /** Not in the machine's temporary folder: a run of the tests leaves nothing there. */
  cacheDirectory: '<rootDir>/.cache/jest',
};

const withoutBrowser = {
  ...everywhere,
  globalSetup: '<rootDir>/apps/api/test/support/postgres-setup.ts',
  globalTeardown: '<rootDir>/apps/api/test/support/postgres-teardown.ts',
  roots: [
    '<rootDir>/apps/api',
    '<rootDir>/apps/cli',
    '<rootDir>/apps/dashboard/src',
    '<rootDir>/apps/upstream-sim',
    '<rootDir>/libs',
  ],
  testRegex: '\\.(spec|test)\\.tsx?$',
  moduleNameMapper: { '^@loupe/([a-z-]+)$': '<rootDir>/libs/$1/src' },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data'],
};

/** In a real Chromium, against one started product, which all of them share; each makes the customers that it needs. */
const inTheBrowser = {
  ...everywhere,
  globalSetup: '<rootDir>/apps/dashboard/test/support/start-product.ts',
  globalTeardown: '<rootDir>/apps/dashboard/test/support/stop-product.ts',
  roots: ['<rootDir>/apps/dashboard/test'],
  testRegex: '\\.e2e\\.ts$',
};

/** @type {import('jest').Config} */
module.exports = {
  cacheDirectory: everywhere.cacheDirectory,
  // Two more than there are processors: files that start whole processes mostly wait for them.
  maxWorkers: availableParallelism() + 2,
  testSequencer: '<rootDir>/apps/api/test/support/file-order.cjs',
  // A machine that is busy with other things must not fail a test: none of them is about time.
  testTimeout: 300_000,
  projects: [withoutBrowser, inTheBrowser],
};
