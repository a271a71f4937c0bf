import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as losslessJson from '@loupe/lossless-json';
import { ModuleKind, transpile } from 'typescript';
import { compileSamples, samplesIn } from '../site/run-samples';

const root = join(__dirname, '../../../..');

/** The TypeScript example of a README. The examples of the clients' READMEs run with those of the documentation. */
function exampleOf(folder: string): string {
  const samples = samplesIn(folder, readFileSync(join(root, folder, 'README.md'), 'utf8'));
  return samples.find(({ language }) => language === 'ts')!.code;
}

it.each(['libs/lossless-json', 'apps/upstream-sim'])(
  'the example of %s/README.md compiles with strict',
  async (folder) => {
    expect(await compileSamples([exampleOf(folder)], join(root, folder), 'preserve')).toBe('');
  },
);

it('the example of libs/lossless-json/README.md prints the output it shows', () => {
  const example = exampleOf('libs/lossless-json');
  const [, shown] = /^\/\/ (\{.+)$/m.exec(example)!;
  const inCommonJs = transpile(`${example}\nexports.answer = answer;`, { module: ModuleKind.CommonJS });
  const made: { answer?: Buffer } = {};
  new Function('exports', 'require', inCommonJs)(made, () => losslessJson);
  expect(`${made.answer}`).toBe(shown);
});
