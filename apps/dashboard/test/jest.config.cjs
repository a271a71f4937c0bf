/** Browser tests against the started product: `npm run test:browser -w @loupe/dashboard`. One at a time: they share it. */
/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testRegex: '\\.e2e\\.ts$',
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  globalSetup: './support/start-product.ts',
  globalTeardown: './support/stop-product.ts',
  maxWorkers: 1,
  testTimeout: 60_000,
};
