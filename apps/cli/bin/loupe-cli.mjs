#!/usr/bin/env node
import { prepare } from '../../../scripts/lib/prepare.mjs';

await prepare('run');
await import('../dist/loupe-cli.js');
