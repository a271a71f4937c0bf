import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const encodings = [
  ['br', promisify(brotliCompress)],
  ['gz', promisify(gzip)],
] as const;

/** Writes `.br` and `.gz` beside every text file, so the server need not compress them. */
export function precompress(output: string): Plugin {
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
