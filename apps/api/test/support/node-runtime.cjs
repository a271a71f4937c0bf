const { createRequire } = require('node:module');
const { constants, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Packages, and the scripts that are ES modules. */
const isForNode = (name) => /^(?![./]|@loupe\/)|\.mjs$/.test(name);

/** Of each module its code, compiled: the test files of a worker share that, and nothing that it makes. */
const compiled = new Map();

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

/**
 * Packages are loaded by Node.js, once for all test files of a worker: to load Nest, TypeORM and their like for each file took
 * longer than most tests. Our own modules are still made for each file, hence no state of ours is shared.
 */
module.exports = class extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const { executor } = this;
    // Jest would compile for the context of one file, whose globals are not those of the packages.
    executor.compile = (source, filename) =>
      compiledOf(source, filename, executor.injectedModuleParameters).runInThisContext();
  }

  requireModule(from, name, options, isActual) {
    const isNodes = options === undefined && name !== undefined && isForNode(name);
    return isNodes ? createRequire(from)(name) : super.requireModule(from, name, options, isActual);
  }
};
