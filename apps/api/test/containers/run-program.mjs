import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @returns the standard output of the program. @throws with all of its output if the exit code is not 0. */
export async function runProgram(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${code}\n${output}${errors}`);
  return output;
}
