import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

/** Where the development server finds the API; the API itself serves the built page. */
const api = process.env.LOUPE_URL ?? 'http://127.0.0.1:3000';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sourceOf = (library: string) => pathOf(`../../libs/${library}/src/index.ts`);

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), precompress(pathOf('dist'))],
  resolve: { alias: { '@loupe/dto': sourceOf('dto'), '@loupe/media-id': sourceOf('media-id') } },
  build: {
    target: 'es2022',
    // The first browsers with light-dark(). For older targets, the build would rewrite and break it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: font or image would need a wider CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: pathOf('index.html'), look: pathOf('src/app/theme/look.css') },
      output: {
        // One file for what pages share: each file costs a phone a round trip.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 3 }] },
        // The API's own pages link to look.css by this name.
        assetFileNames: ({ names }) => (names.includes('look.css') ? 'look.css' : 'assets/[name]-[hash][extname]'),
      },
      // The first page needs two functions of libs/dto, not its operation table.
      treeshake: { moduleSideEffects: [{ test: /\/libs\/(dto|media-id)\//, sideEffects: false }] },
    },
  },
  server: { proxy: { '/dashboard/api': api, '/docs': api } },
});
