// Writes every committed file that is generated from code. With --check it compares them and fails if one differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clientFiles } from '../libs/client/scripts/generated-files.mjs';
import { pythonFile } from '../libs/client/scripts/python-file.mjs';
import { collectExamples } from './lib/examples.mjs';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

const isCheck = process.argv.includes('--check');
let drifted = 0;
// Before the build, because the API's own manifest tells it its version.
for (const file of manifests()) writeOrCompare(file);

const assemblyOptions = '--runtime stub --noAssert -O3 --enable simd --importMemory --noExportMemory'.split(' ');

await prepare();
const { default: asc } = await import('assemblyscript/asc');
const require = createRequire(import.meta.url);
const built = (path) => require(join(root, 'apps/api/dist', path));
const { generatedFiles } = built('api-docs/generated-files.js');
const { publicUrlOf, readEnv } = built('platform/config/env.js');
const env = readEnv({});
const preview = await built('configure-app.js').createPreview(env);

const dto = require(join(root, 'libs/dto/dist/index.js'));
const documents = generatedFiles(preview, {
  baseUrl: publicUrlOf(env),
  examples: await collectExamples(),
  pricePerRequestMicros: env.PRICE_PER_REQUEST_USD,
  publicStatus: env.PUBLIC_STATUS,
});
// Beside the table of operations.
const dtoOfClients = {
  ...dto,
  operations: { ...dto.operations, monitors: { events: dto.monitorEvents } },
  domainDescriptions: { ...dto.domainDescriptions, monitors: dto.monitorsDescription },
};
const documentOf = (name) => JSON.parse(documents.find(({ path }) => path === `apps/api/${name}.json`).text);
const files = [
  { path: 'libs/lossless-json/src/scanner.wasm', text: await compileAssembly('libs/lossless-json', 'scanner') },
  ...documents,
  ...(await clientFiles(dtoOfClients, documentOf('openapi'), documentOf('manage-openapi'))),
  pythonFile(dtoOfClients, pathToFileURL(`${root}/`)),
];
for (const file of files) writeOrCompare(file);
process.exit(isCheck && drifted > 0 ? 1 : 0);

function writeOrCompare({ path, text }) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(text))) return;
  drifted += 1;
  if (!isCheck) writeFileSync(file, text);
  process.stdout.write(`${path} ${isCheck ? 'has drifted: run npm run generate' : 'written'}\n`);
}

/** The lockfile and the workspaces' package.json, with the version of the root's, the only one that is written by hand. */
function manifests() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const { version } = read('package.json');
  const lock = read('package-lock.json');
  lock.version = version;
  const workspaces = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'));
  const files = workspaces.filter((path) => path).map((path) => [`${path}/package.json`, read(`${path}/package.json`)]);
  for (const manifest of [...files.map(([, manifest]) => manifest), ...workspaces.map((path) => lock.packages[path])]) {
    manifest.version = version;
    for (const packages of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}])
      for (const name of Object.keys(packages).filter((name) => name.startsWith('@loupe/'))) packages[name] = version;
  }
  return [...files, ['package-lock.json', lock]].map(([path, json]) => ({
    path,
    text: `${JSON.stringify(json, null, 2)}\n`,
  }));
}

/** Compiles a library's AssemblyScript. The output is reproducible. */
async function compileAssembly(library, name) {
  let compiled;
  const files = {
    readFile: (file) => {
      try {
        return readFileSync(join(root, library, 'assembly', file), 'utf8');
      } catch {
        return null; // The compiler tries several paths.
      }
    },
    writeFile: (_name, contents) => {
      compiled = contents;
    },
    listFiles: () => [],
  };
  const { error, stderr } = await asc.main([`${name}.ts`, '--outFile', `${name}.wasm`, ...assemblyOptions], files);
  if (error) throw new Error(stderr.toString());
  return compiled;
}
