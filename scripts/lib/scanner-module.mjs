// Compiles the scanner of libs/lossless-json to WebAssembly.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import { root } from './freshness.mjs';

const folder = join(root, 'libs/lossless-json/assembly');
const options = ['--runtime', 'stub', '--noAssert', '-O3', '--enable', 'simd', '--importMemory', '--noExportMemory'];

/** @returns {Promise<Uint8Array>} the same bytes for the same source on every machine */
export async function compileScanner() {
  let compiled;
  const files = {
    readFile: (name) => {
      try {
        return readFileSync(join(folder, name), 'utf8');
      } catch {
        return null; // The compiler looks for a file in several places.
      }
    },
    writeFile: (_name, contents) => {
      compiled = contents;
    },
    listFiles: () => [],
  };
  const { error, stderr } = await asc.main(['scanner.ts', '--outFile', 'scanner.wasm', ...options], files);
  if (error) throw new Error(stderr.toString());
  return compiled;
}
