const { projects } = require('../../../../../jest.config.cjs');

const { globalSetup, globalTeardown, ...withoutDatabase } = projects[0];

/** `npm run clients`: checks the document with third-party tools, which are large and installed only for this. */
module.exports = {
  ...withoutDatabase,
  rootDir: '../../../../..',
  testRegex: '\\.tools\\.ts$',
  testTimeout: 180_000,
};
