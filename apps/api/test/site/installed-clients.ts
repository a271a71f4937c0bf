import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { send } from '../support/send';
import { documented, type Sample, samplesIn } from './run-samples';

export const isInstallation = ({ code }: Sample) => /^(npm init -y\nnpm pkg|npm install|curl -O) /.test(code);

/** A new folder with the clients, installed from the started product with the commands of the quickstart. */
export class InstalledClients {
  readonly folder = mkdtempSync(join(tmpdir(), 'loupe-clients-'));
  /** Configuration of npm: `npm install -g` also installs into this folder, without a registry. */
  readonly variables = {
    npm_config_prefix: this.folder,
    npm_config_cache: join(this.folder, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    NO_PROXY: '127.0.0.1',
  };

  private constructor() {}

  static async of(baseUrl: string): Promise<InstalledClients> {
    const clients = new InstalledClients();
    const { text } = await send(baseUrl, '/docs/quickstart.md');
    const lines = samplesIn('quickstart', text).filter(isInstallation);
    expect(lines).toHaveLength(3);
    for (const { code } of lines) await clients.run('bash', ['-euc', code.replaceAll(documented, baseUrl)]);
    // Packages of others, which the guides use beside the clients.
    for (const name of ['@modelcontextprotocol/client', 'standardwebhooks']) clients.link(name);
    return clients;
  }

  private link(name: string): void {
    const installed = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(installed), { recursive: true });
    symlinkSync(join(__dirname, '../../../../node_modules', name), installed);
  }

  async run(program: string, words: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<string> {
    const env = { ...process.env, ...this.variables, ...variables };
    const { stdout } = await promisify(execFile)(program, words, { cwd: this.folder, env });
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
