import type { Command } from './command';

const exitCodes = `Exit codes: 0 done; 1 failed, or reconcile found differences; 2 the command line is wrong.`;

const environment = [
  'The environment is that of the server. Without DATABASE_URL a command works on the database that `npm start` runs in',
  'DATA_DIR at the moment; it never starts one. Standard error names the database.',
];

/** Help for all commands. */
export function generalHelp(commands: readonly Command[]): string {
  return text([
    'Usage: loupe COMMAND [OPTIONS]',
    '',
    ...columns(commands.map(({ name, purpose }) => [name, purpose])),
    '',
    ...environment,
    exitCodes,
    '`loupe COMMAND --help` tells the options of a command.',
  ]);
}

/** Help for one command. */
export function commandHelp(command: Command): string {
  const { name, purpose } = command;
  const options = Object.entries(command.options);
  const usages = options.map(([option, { placeholder, isRequired }]) => {
    const usage = placeholder === undefined ? `--${option}` : `--${option} ${placeholder}`;
    return isRequired ? usage : `[${usage}]`;
  });
  return text([
    `Usage: ${['loupe', name, ...usages].join(' ')}`,
    '',
    `${purpose}.`,
    ...(options.length > 0 ? [''] : []),
    ...columns(
      options.map(([option, { placeholder = '', purpose }]) => [`--${option} ${placeholder}`.trim(), purpose]),
    ),
  ]);
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
