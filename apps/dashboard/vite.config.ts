import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { earlyScript } from './build/early-script.ts';
import { look } from './build/look.ts';
import { precompress } from './build/precompress.ts';

/** Where a development server finds the API; the built page is served by the API itself. */
const api = process.env.LOUPE_URL ?? 'http://127.0.0.1:3000';

const sourceOf = (library: string) => fileURLToPath(new URL(`../../libs/${library}/src/index.ts`, import.meta.url));
const output = fileURLToPath(new URL('dist', import.meta.url));

/** Few files, because each costs a phone a round trip: the application, form fields, menus, and small parts that pages share. */
const groups = [
  { name: 'application', tags: ['$initial' as const], priority: 2 },
  { name: 'fields', test: /@mantine.core.*(Input|Select|Textarea)|src.components.form/, minShareCount: 2, priority: 1 },
  {
    name: 'menus',
    test: /@mantine.core.*(Menu|Popover|Portal|FocusTrap|Floating|CheckIcon|Tooltip)|@floating-ui/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'parts',
    test: /src.(account|api|components.(?!dialog-frame)|format|snippets)|@mantine.hooks|@mantine.core.esm.core|useQueries|useInfinite/,
    minShareCount: 2,
  },
];

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), earlyScript(), look(), precompress(output)],
  resolve: { alias: { '@loupe/dto': sourceOf('dto'), '@loupe/media-id': sourceOf('media-id') } },
  build: {
    target: 'es2022',
    // The first with light-dark(), which a rewrite for older ones would break.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: font or image would need a wider CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What pages add to the first style sheet is a sixth of it; as files of their own they would cost a round trip each.
    cssCodeSplit: false,
    rolldownOptions: {
      // The first page needs two functions of the library, not its table of operations.
      treeshake: { moduleSideEffects: [{ test: /\/libs\/(dto|media-id)\//, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/dashboard/api': api, '/docs': api } },
});
