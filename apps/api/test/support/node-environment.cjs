const { TestEnvironment } = require('jest-environment-node');

/**
 * Tests run among the globals of Node.js itself, as the product does, and not among copies made for each file: an `Error` of
 * a package is an `Error` in a test, and packages can be loaded once for all files of a worker (`node-runtime.cjs`).
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.before = { console: globalThis.console, exit: process.exit };
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: config.projectConfig, global: globalThis });
  }

  async teardown() {
    await super.teardown();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
  }
};
