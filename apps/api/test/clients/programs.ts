import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Run {
  directory: string;
  variables: NodeJS.ProcessEnv;
  input?: string;
}

/** Runs a program asynchronously, because this process serves the program's requests. @returns the output. */
export async function runProgram(
  program: string,
  words: string[],
  { directory, variables, input = '' }: Run,
): Promise<string> {
  const child = spawn(program, words, { cwd: directory, env: { PATH: process.env.PATH, ...variables } });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk));
  child.stdin.end(input);
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(output + complaints);
  return output;
}
