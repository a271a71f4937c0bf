/** Folders do not import each other in circles either. The imports of tests do not count. */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [{ name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: '(^|/)dist/|\\.spec\\.ts$|/test/' } },
};
