import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const theme = fileURLToPath(new URL('../src/app/theme/', import.meta.url));

/** Writes `look.css`, the tokens and typefaces alone: the documentation, which the API makes itself, begins with them. */
export function look(): Plugin {
  return {
    name: 'look',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const fonts = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' ? file.names.map((name) => [name, file.fileName] as const) : [],
      );
      const addresses = new Map(fonts);
      const faces = readFileSync(`${theme}fonts/basic-fonts.css`, 'utf8').replace(/\.\/([\w-]+\.woff2)/g, (_, name) => {
        const address = addresses.get(name);
        if (!address) throw new Error(`The build made no ${name}.`);
        return `/dashboard/${address}`;
      });
      this.emitFile({
        type: 'asset',
        fileName: 'look.css',
        source: `${faces}\n${readFileSync(`${theme}tokens.css`, 'utf8')}`,
      });
    },
  };
}
