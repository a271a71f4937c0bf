// Bundles the client, and its part that needs files, with type declarations, in dist or the given folder. --minify writes only a
// minified bundle of the client.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const client = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minify: { type: 'boolean', default: false } },
});
const outDir = resolve(positionals[0] ?? join(client, 'dist'));

await build({
  root: client,
  configFile: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir,
    emptyOutDir: true,
    minify: values.minify,
    // By default Vite does not minify white space in libraries.
    rolldownOptions: { external: [/^node:/, '@loupe/client'], output: { minify: values.minify } },
    lib: {
      entry: ['src/index.ts', ...(values.minify ? [] : ['src/media.ts'])],
      formats: ['es'],
      fileName: (_, name) => `${name}.js`,
    },
  },
});
if (!values.minify) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', client, '--outDir', outDir], { stdio: ['ignore', 2, 2] });
  process.exit(status ?? 1);
}
