const Module = require('node:module');
const { join, relative, sep } = require('node:path');
const { constants, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const { createRequire } = Module;
const root = join(__dirname, '../../../..');

/** Packages, and the scripts that are ES modules. */
const isForNode = (name) => /^(?![./]|@loupe\/)|\.mjs$/.test(name);

/** The server, what it is made of, and what its tests have once for each worker. */
const lastingRooms =
  /^(apps\/(api|upstream-sim)|libs\/[^/]+)\/src\/(?!.*\.(spec|full|docs)\.ts$)|^apps\/api\/test\/support\/per-worker\//;
const isLasting = (path) => lastingRooms.test(relative(root, path).replaceAll(sep, '/'));

/** Of each module its code, compiled: the test files of a worker share that, and nothing that it makes. */
const compiled = new Map();

/** Where the source map of each module is: later files ask for those of the product. */
const sourceMaps = new Map();

/** The runtime of the file that runs: it compiles. */
let newest;

/** What a worker is told last (CHILD_MESSAGE_END of jest-worker). An API that its files share would keep it from ending. */
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
 * Packages and the product are loaded by Node.js, once for all test files of a worker: to load them for each file took
 * longer than most tests. A test puts back what it changes of the product, as a request has to. Tests and what helps them
 * are still made for each file.
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
