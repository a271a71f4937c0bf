#!/usr/bin/env node
// The `loupe-cli` command from a checkout: bundles it first, which takes a moment.
import '../scripts/build.mjs';

await import('../dist/loupe-cli.js');
