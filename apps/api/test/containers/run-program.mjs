import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * @param options `stdin` and `stdout` name files; the rest is for `spawn`.
 * @returns what it wrote to its standard output. @throws with what it said when its exit code is not 0.
 */
export async function runProgram(command, args, { stdin, stdout, ...options } = {}) {
  const child = spawn(command, args, { ...options, stdio: [stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stderr.on('data', (chunk) => (errors += chunk));
  const piped = [once(child, 'close')];
  // A program that ends early closes its standard input; its exit code says so.
  if (stdin) piped.push(pipeline(createReadStream(stdin), child.stdin).catch(() => undefined));
  if (stdout) piped.push(pipeline(child.stdout, createWriteStream(stdout)));
  else child.stdout.on('data', (chunk) => (output += chunk));
  const [[code]] = await Promise.all(piped);
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${code}\n${output}${errors}`);
  return output;
}
