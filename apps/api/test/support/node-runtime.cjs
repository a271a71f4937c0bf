const { createRequire } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Packages, and the scripts that are ES modules. */
const isForNode = (name) => /^(?![./]|@loupe\/)|\.mjs$/.test(name);

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
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModule(from, name, options, isActual) {
    const isNodes = options === undefined && name !== undefined && isForNode(name);
    return isNodes ? createRequire(from)(name) : super.requireModule(from, name, options, isActual);
  }
};
