import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogOutput } from './log-output';

describe('LogOutput', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-log-'));
  let file: string;
  let count = 0;
  const written = () => readFileSync(file, 'utf8');

  beforeEach(() => (file = join(directory, `${count++}.log`)));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('gathers lines, and writes them in a second at the latest', async () => {
    const output = new LogOutput(openSync(file, 'w'));
    output.write('one\n');
    output.write('two\n');
    while (written() === '') await sleep(20);
    expect(written()).toBe('one\ntwo\n');
  });

  it('writes all at once when it must, as after a fatal line', async () => {
    const output = new LogOutput(openSync(file, 'w'));
    output.write('one\n');
    output.flushSync();
    expect(written()).toBe('one\n');
  });

  it('keeps every line and their order, however many come and whatever letters they have', async () => {
    const output = new LogOutput(openSync(file, 'w'));
    const lines = Array.from({ length: 20_000 }, (_, index) => `{"n":${index},"text":"zoë 🚀"}\n`);
    for (const line of lines) output.write(line);
    while (written().length < lines.join('').length) await sleep(20);
    expect(written()).toBe(lines.join(''));
  });

  (existsSync('/dev/full') ? it : it.skip)(
    'outlives a full disk, and holds on to no more than 8 MB for it',
    async () => {
      const output = new LogOutput(openSync('/dev/full', 'w'));
      const line = `${'x'.repeat(65_536)}\n`;
      for (let i = 0; i < 1_000; i++) {
        output.write(line);
        if (i % 100 === 0) await sleep(1);
      }
      output.write('the last\n');
      expect(() => output.flushSync()).not.toThrow();
      const { _len: waitingBytes } = (output as unknown as { output: { _len: number } }).output;
      expect(waitingBytes).toBeGreaterThan(0);
      expect(waitingBytes).toBeLessThanOrEqual(8 * 1_048_576);
    },
  );
});
