import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../test/support/until';
import { LogOutput } from './log-output';

describe('LogOutput', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-log-'));
  let file: string;
  let count = 0;
  const written = () => readFileSync(file, 'utf8');

  beforeEach(() => (file = join(directory, `${count++}.log`)));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('buffers lines, and writes them within a second', async () => {
    jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] });
    const output = new LogOutput(openSync(file, 'w'));
    output.write('one\n');
    jest.advanceTimersByTime(999);
    output.write('two\n');
    await sleep(50);
    expect(written()).toBe('');
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    await until('the lines are written', () => written() !== '');
    expect(written()).toBe('one\ntwo\n');
  });

  it('writes all buffered lines immediately when pino flushes it', async () => {
    const output = new LogOutput(openSync(file, 'w'));
    output.write('one\n');
    output.flushSync();
    expect(written()).toBe('one\n');
  });

  it('writes thousands of lines with any characters, in order', async () => {
    const output = new LogOutput(openSync(file, 'w'));
    const lines = Array.from({ length: 20_000 }, (_, index) => `{"n":${index},"text":"zoë 🚀"}\n`);
    for (const line of lines) output.write(line);
    await until('all is written', () => written().length >= lines.join('').length);
    expect(written()).toBe(lines.join(''));
  });

  describe('with a pipe that nobody reads', () => {
    let pipe: number;
    beforeEach(() => {
      execFileSync('mkfifo', [file]);
      pipe = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
    });
    afterEach(async () => {
      // Unwritten lines would go to the next file with this descriptor.
      await readAll(0);
      closeSync(pipe);
    });

    /** Reads at least this many bytes, and on until half a second has passed without data. */
    async function readAll(leastBytes: number): Promise<string> {
      const chunks: Buffer[] = [];
      const buffer = Buffer.alloc(65_536);
      let bytes = 0;
      for (let silentMs = 0; bytes < leastBytes || silentMs < 500; ) {
        try {
          chunks.push(Buffer.from(buffer.subarray(0, readSync(pipe, buffer))));
          bytes += chunks.at(-1)!.length;
          silentMs = 0;
        } catch {
          await sleep(20);
          silentMs += 20;
        }
      }
      return Buffer.concat(chunks).toString();
    }

    it('writes every line in order when a blocked pipe is read again', async () => {
      const output = new LogOutput(pipe);
      const lines = Array.from({ length: 20_000 }, (_, index) => `{"n":${index},"text":"zoë 🚀"}\n`);
      for (const line of lines) output.write(line);
      await sleep(200);
      const text = lines.join('');
      expect(await readAll(Buffer.byteLength(text))).toBe(text);
    });

    it('drops lines instead of filling the memory while a pipe is blocked', async () => {
      const output = new LogOutput(pipe);
      const line = `${'x'.repeat(1_000)}\n`;
      for (let i = 0; i < 20_000; i++) output.write(line);
      const { length } = await readAll(4_000_000);
      expect(length).toBeLessThan(5_000_000);
    });

    it('does not wait for a blocked pipe when it flushes', () => {
      const output = new LogOutput(pipe);
      output.write('x'.repeat(1_000_000));
      expect(() => output.flushSync()).not.toThrow();
    });
  });
});
