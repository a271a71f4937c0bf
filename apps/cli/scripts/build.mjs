// Bundles the command, with the client in it, to one file that needs nothing but Node.js; in another folder than dist where one is named.
import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const cli = fileURLToPath(new URL('..', import.meta.url));
const outDir = resolve(process.argv[2] ?? join(cli, 'dist'));

await build({
  root: cli,
  configFile: false,
  logLevel: 'warn',
  resolve: { alias: { '@loupe/client': fileURLToPath(new URL('../../../libs/client/src/index.ts', import.meta.url)) } },
  build: {
    target: 'node20.19',
    outDir,
    emptyOutDir: true,
    minify: false,
    lib: { entry: 'src/main.ts', formats: ['es'], fileName: () => 'loupe-cli.js' },
    rolldownOptions: { external: [/^node:/], output: { banner: '#!/usr/bin/env node\n' } },
  },
});
chmodSync(join(outDir, 'loupe-cli.js'), 0o755);
