const fc = require('fast-check');

// Property tests draw the same cases in every run, unless TEST_SEED says otherwise: `npm run test:full` draws a seed and prints it.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });
