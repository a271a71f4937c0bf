import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where a development server finds the API; the built page is served by the API itself. */
const api = process.env.LOUPE_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
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
