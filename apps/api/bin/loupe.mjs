#!/usr/bin/env node
// The `loupe` command from a checkout: builds what is missing or out of date first, as `npm start` does.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/freshness.mjs';
import { prepare } from '../../../scripts/lib/prepare.mjs';

await prepare('run');
createRequire(import.meta.url)(join(root, 'apps/api/dist/cli/operator/main.js'));
