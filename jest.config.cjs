// Nest 12 ships ES modules and the throttler CommonJS; Jest runs both only when SWC turns the former into CommonJS.
const swc = ['@swc/jest', {}];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  maxWorkers: '100%',
  // A machine that is busy with other things must not fail a test: none of them is about time.
  testTimeout: 30_000,
  globalSetup: '<rootDir>/apps/api/test/support/postgres-setup.ts',
  globalTeardown: '<rootDir>/apps/api/test/support/postgres-teardown.ts',
  roots: ['<rootDir>/apps/api', '<rootDir>/apps/dashboard/src', '<rootDir>/apps/upstream-sim', '<rootDir>/libs'],
  testRegex: '\\.(spec|test)\\.tsx?$',
  transform: { '^.+\\.(tsx?|js|mjs)$': swc },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs)/)'],
  moduleNameMapper: { '^@loupe/([a-z-]+)$': '<rootDir>/libs/$1/src' },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data'],
};
