import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

/** The longest script, of the containers, takes ten minutes, but more than twice that on a busy machine. */
const scriptMs = 1_800_000;

/** Returns a function that runs a script of the repository. If the script outlives its test, it is stopped. */
export function prepareScript(path: string) {
  jest.setTimeout(scriptMs);
  let child: ChildProcess | undefined;
  afterEach(async () => {
    if (child?.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  });
  return async (...words: string[]) => {
    child = spawn(process.execPath, [path, ...words], { cwd: root });
    let output = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    return { code, output };
  };
}
