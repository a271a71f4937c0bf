#!/usr/bin/env node
import '../scripts/build.mjs';

await import('../dist/loupe-cli.js');
