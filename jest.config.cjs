const { availableParallelism } = require('node:os');

// Nest 12 ships ES modules and the throttler CommonJS; Jest runs both only when SWC turns the former into CommonJS. The exporter
// of traces imports dynamically, which Jest cannot do either; marked is an ES module, too.
const swc = ['@swc/jest', {}];
/** Not in the machine's temporary folder: a run of the tests leaves nothing there. */
const cacheDirectory = '<rootDir>/.cache/jest';

const withoutBrowser = {
  testEnvironment: 'node',
  cacheDirectory,
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
  transform: { '^.+\\.(tsx?|js|mjs)$': swc },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|@opentelemetry/otlp-exporter-base|marked)/)'],
  moduleNameMapper: { '^@loupe/([a-z-]+)$': '<rootDir>/libs/$1/src' },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data'],
};

/** In a real Chromium, against one started product, which all of them share; each makes the customers that it needs. */
const inTheBrowser = {
  testEnvironment: 'node',
  cacheDirectory,
  globalSetup: '<rootDir>/apps/dashboard/test/support/start-product.ts',
  globalTeardown: '<rootDir>/apps/dashboard/test/support/stop-product.ts',
  roots: ['<rootDir>/apps/dashboard/test'],
  testRegex: '\\.e2e\\.ts$',
  transform: { '^.+\\.ts$': swc },
};

/** @type {import('jest').Config} */
module.exports = {
  cacheDirectory,
  // One more than there are processors: files that start whole processes mostly wait for them.
  maxWorkers: availableParallelism() + 1,
  testSequencer: '<rootDir>/apps/api/test/support/file-order.cjs',
  // A machine that is busy with other things must not fail a test: none of them is about time.
  testTimeout: 180_000,
  projects: [withoutBrowser, inTheBrowser],
};
