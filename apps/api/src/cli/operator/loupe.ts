import { text } from 'node:stream/consumers';
import { type Env, EnvError, readEnv } from '../../platform/config/env';
import { Problem } from '../../platform/problem';
import type { Command, Outcome } from './command';
import { readCommandLine } from './command-line';
import { commands } from './commands';
import { findDatabase, withDatabase } from './operator-database';

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Runs the `loupe` command. Never throws. @returns the exit code: 0 done, 1 failed or differences, 2 usage error */
export async function loupe(words: readonly string[], terminal: Terminal): Promise<number> {
  const result = readCommandLine(words, commands);
  switch (result.kind) {
    case 'help':
      terminal.stdout.write(result.text);
      return 0;
    case 'invalid':
      tell(terminal, [...result.errors, `see loupe ${result.command ? `${result.command.name} ` : ''}--help`]);
      return 2;
    case 'run':
      return run(result.command, result.values, terminal);
  }
}

async function run(command: Command, values: Record<string, unknown>, terminal: Terminal): Promise<number> {
  try {
    const { lines, json, note, exitCode = 0 } = await work(command, values, terminal, readEnv(terminal.env));
    for (const line of values.json ? [JSON.stringify(json)] : lines) terminal.stdout.write(`${line}\n`);
    if (note !== undefined) terminal.stderr.write(`${note}\n`);
    return exitCode;
  } catch (error) {
    tell(terminal, errorLinesOf(error, command));
    return 1;
  }
}

async function work(command: Command, values: Record<string, unknown>, terminal: Terminal, env: Env): Promise<Outcome> {
  const { url, name } = findDatabase(env);
  tell(terminal, [`database ${name}`]);
  return withDatabase(url, env, command.migrates === true, (dataSource) =>
    command.run(values, { env, dataSource, readInput: () => text(terminal.stdin) }),
  );
}

function tell(terminal: Terminal, lines: readonly string[]): void {
  for (const line of lines) terminal.stderr.write(`loupe: ${line}\n`);
}

/** One line per error. The line of a validation error names its option or parameter. */
function errorLinesOf(error: unknown, { options }: Command): string[] {
  if (error instanceof EnvError) return error.errors;
  if (!(error instanceof Problem)) return [String((error as Error).message).split('\n', 1)[0]!];
  const errors = (error.members?.errors ?? []) as { parameter: string; message: string }[];
  const nameOf = (parameter: string) => {
    const option = parameter.replaceAll('_', '-');
    return option in options ? `--${option}` : parameter;
  };
  return errors.length > 0 ? errors.map(({ parameter, message }) => `${nameOf(parameter)} ${message}`) : [error.detail];
}
