// Bundles the command with its libraries into two files, in dist or the given folder; only `mcp` loads the second one.
import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const cli = fileURLToPath(new URL('..', import.meta.url));
const libs = fileURLToPath(new URL('../../../libs', import.meta.url));
const outDir = resolve(process.argv[2] ?? join(cli, 'dist'));

await build({
  root: cli,
  configFile: false,
  logLevel: 'warn',
  resolve: {
    alias: [
      { find: /^@loupe\/([a-z-]+)$/, replacement: `${libs}/$1/src/index.ts` },
      { find: /^@loupe\/([a-z-]+)\/([a-z-]+)$/, replacement: `${libs}/$1/src/$2.ts` },
    ],
    conditions: ['node'],
  },
  build: {
    target: 'node20.19',
    outDir,
    emptyOutDir: true,
    minify: false,
    lib: { entry: 'src/main.ts', formats: ['es'], fileName: () => 'loupe-cli.js' },
    rolldownOptions: {
      external: [/^node:/],
      output: {
        chunkFileNames: 'mcp.js',
        banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node\n' : ''),
      },
    },
  },
});
chmodSync(join(outDir, 'loupe-cli.js'), 0o755);
