const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const { join, relative, sep } = require('node:path');
const { constants, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const { createRequire } = Module;
const root = join(__dirname, '../../../..');

const isForNode = (name) => /^(?![./]|@loupe\/)|\.mjs$/.test(name);

/** Modules that all test files of a worker share: the product and support/per-worker. */
const sharedModules =
  /^(apps\/(api|upstream-sim)|libs\/[^/]+)\/src\/(?!.*\.(spec|full|docs)\.ts$)|^apps\/api\/test\/support\/per-worker\//;
const isShared = (path) => sharedModules.test(relative(root, path).replaceAll(sep, '/'));

/** Compiled code by file name. The test files of a worker share the code, but not module instances. */
const compiled = new Map();

/** Source maps by file name. Later test files need those of the product. */
const sourceMaps = new Map();

/** The runtime of the current test file, which compiles TypeScript. */
let newest;

/** Jest's last message to a worker (CHILD_MESSAGE_END). The worker then exits, although a shared API is open. */
const isEnd = ([kind]) => kind === 2;
process.on('message', (message) => isEnd(message) && process.exit());

function compiledOf(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const head = `(function (${parameters}) {`;
  const script = new Script(`${head}${source}\n})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  compiled.set(filename, { source, script });
  return script;
}

Module._extensions['.ts'] = (module, filename) => module._compile(newest.transformCache.transform(filename), filename);

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, parent, ...more) => {
  const isOurs = name.startsWith('@loupe/') && parent?.filename?.endsWith('.ts');
  return isOurs ? newest._resolution.resolveCjs(parent.filename, name) : resolveFilename(name, parent, ...more);
};

/**
 * Node.js loads packages and the product once for all test files of a worker. Jest's own runtime cannot: `require` of a package
 * that is an ES module, such as NestJS, needs Node.js 24.9 there, but only 20.19 here. Loading them also takes longer than most
 * tests. So a test must restore what it changes in the product. Tests and their helpers are still loaded per file.
 */
module.exports = class extends Runtime {
  /** Jest and the current test file create these. In Node.js 20, each one makes every later promise slower until it is disabled. */
  storages = [];

  constructor(...parameters) {
    super(...parameters);
    newest = this;
    const { executor, transformCache, storages } = this;
    this.asyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
      constructor() {
        super();
        storages.push(this);
      }
    };
    transformCache.sourceMaps = sourceMaps;
    // By default, Jest compiles for a context per file, whose globals differ from those of the packages.
    executor.compile = (source, filename) =>
      compiledOf(source, filename, executor.injectedModuleParameters).runInThisContext();
  }

  requireModule(from, name, options, isActual) {
    if (name === 'node:async_hooks') return { ...asyncHooks, AsyncLocalStorage: this.asyncLocalStorage };
    if (options === undefined && name !== undefined) {
      if (isForNode(name)) return createRequire(from)(name);
      const path = this._resolution.resolveCjs(from, name);
      if (isShared(path)) return createRequire(from)(path);
    }
    return super.requireModule(from, name, options, isActual);
  }

  teardown() {
    for (const storage of this.storages) storage.disable();
    super.teardown();
  }
};
