const { TestEnvironment } = require('jest-environment-node');

/** Of every event of the process: who listens to it. */
const listeners = () => new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]));

/**
 * Tests run among the globals of Node.js itself, as the product does, and not among copies made for each file: an `Error` of
 * a package is an `Error` in a test, and packages can be loaded once for all files of a worker (`node-runtime.cjs`).
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

  /** What would otherwise keep the modules of a file in memory goes with it. */
  async teardown() {
    // The product, which is there for the next file too.
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    globalThis.fetch = this.before.fetch;
    for (const [event, all] of listeners())
      for (const listener of all)
        if (!this.before.listeners.get(event)?.includes(listener)) process.off(event, listener);
    // What `jest.setTimeout` of the file has set.
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  }
};
