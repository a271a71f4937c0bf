import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { send } from '../support/send';
import { documented, type Sample, samplesIn } from './run-samples';

const isInstallation = ({ code }: Sample) => /^(npm install|curl -O) /.test(code);

/** A folder with the clients in it, which the lines of the quickstart have fetched from the started product and nowhere else. */
export class InstalledClients {
  readonly folder = mkdtempSync(join(tmpdir(), 'loupe-clients-'));
  /** Of npm: `npm install -g` installs into the folder, too, and there is no registry. */
  readonly variables = {
    NPM_CONFIG_PREFIX: this.folder,
    NPM_CONFIG_CACHE: join(this.folder, 'cache'),
    NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9',
    NPM_CONFIG_AUDIT: 'false',
    NPM_CONFIG_FUND: 'false',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    NO_PROXY: '127.0.0.1',
  };

  private constructor() {
    writeFileSync(join(this.folder, 'package.json'), '{"private":true,"type":"module"}');
  }

  static async of(baseUrl: string): Promise<InstalledClients> {
    const clients = new InstalledClients();
    const { text } = await send(baseUrl, '/docs/quickstart.md');
    const lines = samplesIn('quickstart', text).filter(isInstallation);
    expect(lines).toHaveLength(3);
    for (const { code } of lines) await clients.run('bash', ['-euc', code.replaceAll(documented, baseUrl)]);
    return clients;
  }

  /** What a program prints that is run in the folder. */
  async run(program: string, words: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<string> {
    const env = { ...process.env, ...this.variables, ...variables };
    const { stdout } = await promisify(execFile)(program, words, { cwd: this.folder, env });
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
