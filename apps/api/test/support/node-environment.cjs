const { TestEnvironment } = require('jest-environment-node');

const listeners = () => new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]));

/**
 * Tests run with the globals of Node.js itself, like the product, instead of copies per file: an `Error` of a package is an
 * `Error` in a test, and packages can be loaded once for all files of a worker (`node-runtime.cjs`).
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.before = { console: globalThis.console, exit: process.exit, fetch: globalThis.fetch, listeners: listeners() };
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: config.projectConfig,
      global: globalThis,
    });
  }

  /** Drops what would keep the modules of a file in memory. */
  async teardown() {
    // The next file shares the product's modules, so no mock of them may remain.
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    globalThis.fetch = this.before.fetch;
    for (const [event, all] of listeners())
      for (const listener of all)
        if (!this.before.listeners.get(event)?.includes(listener)) process.off(event, listener);
    // The file's `jest.setTimeout` sets this.
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  }
};
