#!/usr/bin/env node
// Runs `loupe-cli` from a checkout, after bundling it.
import '../scripts/build.mjs';

await import('../dist/loupe-cli.js');
