import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { Part, probe } from '../harness/part.mjs';
import { deployed } from './programs.mjs';

export async function startPrometheus(home, processes) {
  const folder = home.of('prometheus');
  const file = join(folder, 'prometheus.yml');
  copyFileSync(join(deployed, 'prometheus.yml'), file);
  const targets = processes.map(({ managementPort }) => `127.0.0.1:${managementPort}`);
  writeFileSync(join(folder, 'targets.json'), JSON.stringify([{ targets }]));
  const checked = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`promtool does not accept ${file}: ${checked.stdout}${checked.stderr}`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=${new URL(url).host}`,
  ];
  const isReady = async () => (await probe(`${url}/-/ready`)).status === 200;
  const part = new Part({ name: 'prometheus', folder, url, command: 'prometheus', args, isReady });
  return part.start();
}
