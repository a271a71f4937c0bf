import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where a development server finds the API; the built page is served by the API itself. */
const api = process.env.LOUPE_URL ?? 'http://127.0.0.1:3000';

const output = fileURLToPath(new URL('dist', import.meta.url));

/** Writes `.br` and `.gz` beside every text file, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  const encodings = [
    ['br', promisify(brotliCompress)],
    ['gz', promisify(gzip)],
  ] as const;
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const names = (await readdir(output, { recursive: true })).filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(
        names.flatMap((name) =>
          encodings.map(async ([extension, compress]) => {
            const file = join(output, name);
            await writeFile(`${file}.${extension}`, await compress(await readFile(file)));
          }),
        ),
      );
    },
  };
}

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), precompress()],
  resolve: { alias: { '@loupe/dto': fileURLToPath(new URL('../../libs/dto/src/index.ts', import.meta.url)) } },
  build: {
    target: 'es2022',
    // The first with light-dark(), which a rewrite for older ones would break.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: font or image would need a wider CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first page needs two functions of the library, not its table of operations.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/libs\/dto\//, sideEffects: false }] } },
  },
  server: { proxy: { '/dashboard/api': api } },
});
