const Module = require('node:module');
const { join, relative, sep } = require('node:path');
const { constants, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const { createRequire } = Module;
const root = join(__dirname, '../../../..');

const isForNode = (name) => /^(?![./]|@loupe\/)|\.mjs$/.test(name);

/** The product, and what its tests share within a worker. */
const lastingRooms =
  /^(apps\/(api|upstream-sim)|libs\/[^/]+)\/src\/(?!.*\.(spec|full|docs)\.ts$)|^apps\/api\/test\/support\/per-worker\//;
const isLasting = (path) => lastingRooms.test(relative(root, path).replaceAll(sep, '/'));

/** The compiled code of each module, shared by the test files of a worker; module instances are not. */
const compiled = new Map();

/** The source map of each module: later files need those of the product. */
const sourceMaps = new Map();

/** The runtime of the current file, which compiles. */
let newest;

/** The last message to a worker (CHILD_MESSAGE_END of jest-worker). A shared API would keep the worker alive. */
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
 * Node.js loads packages and the product once for all test files of a worker: loading them for each file took longer than most
 * tests. A test must restore what it changes of the product. Tests and their helpers are still loaded per file.
 */
module.exports = class extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    newest = this;
    const { executor, transformCache } = this;
    transformCache.sourceMaps = sourceMaps;
    // Jest would compile for the context of one file, whose globals are not those of the packages.
    executor.compile = (source, filename) =>
      compiledOf(source, filename, executor.injectedModuleParameters).runInThisContext();
  }

  requireModule(from, name, options, isActual) {
    if (options === undefined && name !== undefined) {
      if (isForNode(name)) return createRequire(from)(name);
      const path = this._resolution.resolveCjs(from, name);
      if (isLasting(path)) return createRequire(from)(path);
    }
    return super.requireModule(from, name, options, isActual);
  }
};
