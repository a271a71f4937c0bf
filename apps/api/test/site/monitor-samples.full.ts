import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { webhookSamples } from '../../src/core/notifications/webhook-samples';
import { describeWith, findProgram } from '../support/programs';
import { until } from '../support/until';
import { samplesIn } from './run-samples';

const guides = join(__dirname, '../../src/api-docs/site/guides');
const codeOf = (guide: string, language: string, word: string): string =>
  samplesIn(guide, readFileSync(join(guides, `${guide}.md`), 'utf8')).find(
    (sample) => sample.language === language && sample.code.includes(word),
  )!.code;

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const event = webhookSamples.find(({ type }) => type === 'monitor.event')!.body;

describe('the receivers in the guide to monitors', () => {
  let folder: string;
  let receiver: ChildProcess | undefined;
  beforeEach(() => {
    // Below the repository, so that the packages are found.
    folder = mkdtempSync(join(__dirname, 'receiver-'));
  });
  afterEach(() => {
    receiver?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** What the receiver prints and answers for an event, a forged event, and an event of another type. */
  async function expectOnlyGenuine(program: string, file: string): Promise<void> {
    const port = await freePort();
    const env = { ...process.env, PORT: `${port}`, LOUPE_WEBHOOK_SECRET: secret };
    receiver = spawn(program, [join(folder, file)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    receiver.stdout!.on('data', (text) => (printed += text));
    const post = async (body: string, key = secret): Promise<number> => {
      const at = new Date();
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
        'webhook-signature': new Webhook(key).sign('msg_1', at, body),
      };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    const ready = () => post('{"type":"test"}').catch(() => 0);
    // Python may look up the machine's name in vain before it listens.
    await until('the receiver listens', async () => (await ready()) === 204, 60_000);
    expect([await post(event, `whsec_${Buffer.alloc(32, 8).toString('base64')}`), await post(event)]).toEqual([
      400, 204,
    ]);
    receiver.kill();
    await once(receiver, 'close');
    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([JSON.parse(event).data]);
  }

  it('have at most fifteen lines', () => {
    for (const language of ['ts', 'python']) {
      const lines = codeOf('5b-monitors', language, 'LOUPE_WEBHOOK_SECRET').split('\n').filter(Boolean);
      expect(lines.length).toBeLessThanOrEqual(15);
    }
  });

  it('print genuine events only, in TypeScript', async () => {
    const jsc = { parser: { syntax: 'typescript' }, target: 'es2023' } as const;
    const { code } = transformSync(codeOf('5b-monitors', 'ts', 'LOUPE_WEBHOOK_SECRET'), { jsc });
    writeFileSync(join(folder, 'receiver.mjs'), code);
    await expectOnlyGenuine(process.execPath, 'receiver.mjs');
  });

  describeWith(findProgram('python3'), 'python3', 'in Python', () => {
    it('print genuine events only, in Python', async () => {
      writeFileSync(join(folder, 'is_from_loupe.py'), codeOf('5-webhooks', 'python', 'def is_from_loupe'));
      writeFileSync(join(folder, 'receiver.py'), codeOf('5b-monitors', 'python', 'LOUPE_WEBHOOK_SECRET'));
      await expectOnlyGenuine('python3', 'receiver.py');
    });
  });
});
