const fc = require('fast-check');

// Property tests use the same cases in every run, unless TEST_SEED is set: `npm run test:full` draws a seed and
// prints it.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });
