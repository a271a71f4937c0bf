import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

interface FirstLoad {
  /** Module of the page, below src/features. */
  page: string;
  /** Calls of the dashboard API whose data it shows first. */
  calls?: readonly string[];
}

const firstLoads: Readonly<Record<string, FirstLoad>> = {
  '': { page: 'overview/overview-page', calls: ['overview?days=30', 'account'] },
  '/keys': { page: 'keys/keys-page', calls: ['keys'] },
  '/requests': { page: 'requests/requests-view', calls: ['requests?limit=50', 'operations'] },
  '/ledger': { page: 'ledger/ledger-view' },
  '/playground': { page: 'playground/playground-page', calls: ['operations', 'account'] },
  '/settings': { page: 'settings/settings-page' },
  '/sign-in': { page: 'sign-in/sign-in-page' },
  '/support': { page: 'customers/customers-page' },
};

const base = '/dashboard';
const path = 'src/early/early.js';
const emptyTable = 'const firstLoads = {};';
const noApplication = "const application = '';";
const applicationTag = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/** Puts `src/early/early.js` into the built page, with the table of what each page shows first; it starts the application, too. */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const document = bundle['index.html'];
      if (document?.type !== 'asset') this.error('The build made no index.html.');
      const text = String(document.source);
      const table = Object.entries(firstLoads).map(([address, { page, calls = [] }]) => [
        base + address,
        { files: filesOf(page, bundle, text), calls: calls.map((call) => `${base}/api/${call}`) },
      ]);
      const application = applicationTag.exec(text)?.[1];
      if (application === undefined) this.error('The built index.html starts no application.');
      const script = readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
      const source = script
        .replace(emptyTable, `const firstLoads = ${JSON.stringify(Object.fromEntries(table))};`)
        .replace(noApplication, `const application = '${application}';`);
      const id = this.emitFile({ type: 'asset', name: 'early.js', source });
      document.source = text
        .replace(`${base}/${path}`, `${base}/${this.getFileName(id)}`)
        .replace(applicationTag, `<link rel="modulepreload" fetchpriority="low" crossorigin href="${application}">`);
    },
  };
}

/** The script of a page and what that imports, without what the document loads by itself. */
function filesOf(page: string, bundle: Rolldown.OutputBundle, text: string): string[] {
  const scripts = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  );
  const first = [...scripts.values()].find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(`/src/features/${page}.tsx`),
  );
  if (!first) throw new Error(`The build made no script of ${page}.`);
  const files = new Set<string>();
  const visit = (name: string): void => {
    if (files.has(name) || text.includes(name)) return;
    files.add(name);
    scripts.get(name)?.imports.forEach(visit);
  };
  visit(first.fileName);
  return [...files].map((name) => `${base}/${name}`);
}
