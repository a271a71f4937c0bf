const { projects } = require('../../../../../jest.config.cjs');

const { globalSetup, globalTeardown, ...withoutDatabase } = projects[0];

/** `npm run clients`: the document with tools of others, which are large and installed for this alone. */
module.exports = {
  ...withoutDatabase,
  rootDir: '../../../../..',
  testRegex: '\\.tools\\.ts$',
  testTimeout: 180_000,
};
