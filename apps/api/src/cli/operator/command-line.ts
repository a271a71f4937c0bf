import { InvalidValue } from '@loupe/dto';
import { CommanderError, Option, Command as Parser } from 'commander';
import { commit, version } from '../../platform/version';
import type { Command } from './command';

export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command; readonly values: Record<string, unknown> }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'invalid'; readonly command: Command | undefined; readonly errors: string[] };

const notes = `
Every command reads the server's environment. Without DATABASE_URL it uses the
database that \`npm start\` is running in DATA_DIR; it never starts one. Standard
error names the database.
Exit codes: 0 done; 1 failed, or reconcile found differences; 2 the command line
is wrong. \`loupe COMMAND --help\` lists the options of a command.
`;

/** Parses a command line, without the program's name, and reports all errors. */
export function readCommandLine(words: readonly string[], commands: readonly Command[]): CommandLine {
  let result: CommandLine | undefined;
  let help = '';
  const program = new Parser('loupe')
    .usage('COMMAND [OPTIONS]')
    .version(`${version} (${commit})`, '--version', 'display the version and the commit')
    .addHelpText('after', notes)
    .configureHelp({ subcommandTerm: (parser) => parser.name(), optionDescription: ({ description }) => description })
    .configureOutput({ writeOut: (text) => (help += text), writeErr: (text) => (help += text) })
    .helpCommand(true)
    .exitOverride()
    // Otherwise the library stops at the first unknown word.
    .allowUnknownOption()
    .allowExcessArguments()
    .action((_values, { args: [word] }: Parser) => {
      const error = word === undefined ? 'missing command' : `there is no command "${word}"`;
      result = { kind: 'invalid', command: undefined, errors: [error] };
    });
  for (const command of commands) {
    const parser = program.command(command.name).description(command.purpose).allowUnknownOption();
    for (const [name, option] of Object.entries(command.options)) parser.addOption(parserOption(name, option));
    const usages = parser.options.map((one) =>
      command.options[one.name()]!.isRequired ? one.flags : `[${one.flags}]`,
    );
    parser.usage(usages.join(' ')).action(() => {
      const given = parser.options.map((one) => [one.name(), parser.getOptionValue(one.attributeName())]);
      result = checked(command, Object.fromEntries(given), parser.args);
    });
  }
  try {
    program.parse(withJoinedValues(words, commands), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return result ?? { kind: 'help', text: help };
}

/** Joins a value such as `-5` to its option, as `--name=-5`: the library takes a separate `-5` for an option. */
function withJoinedValues(words: readonly string[], commands: readonly Command[]): string[] {
  const options = commands.find(({ name }) => name === words[0])?.options ?? {};
  const joined: string[] = [];
  for (const word of words) {
    const name = joined.at(-1)?.slice(2) ?? '';
    const takesValue = joined.at(-1) === `--${name}` && Object.hasOwn(options, name) && options[name]!.placeholder;
    if (takesValue && /^-[^-]/.test(word) && word !== '-h') joined.push(`${joined.pop()}=${word}`);
    else joined.push(word);
  }
  return joined;
}

function parserOption(name: string, { placeholder, purpose, read }: Command['options'][string]): Option {
  const option = new Option(placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`, purpose);
  // Declare the value as optional, or the library takes the next option as the value.
  option.optional = option.required;
  option.required = false;
  return option.preset('').argParser((text, previous: unknown) => {
    if (previous !== undefined) return new InvalidValue('was given more than once');
    return text === '' && placeholder !== undefined ? new InvalidValue('needs a value') : read(text);
  });
}

function checked(command: Command, given: Record<string, unknown>, rest: readonly string[]): CommandLine {
  const errors = rest.map((word) => {
    if (!word.startsWith('-')) return `"${word}" was not expected`;
    const [flag = word] = word.split('=', 1);
    return Object.hasOwn(command.options, flag.slice(2)) ? `${flag} takes no value` : `there is no option ${flag}`;
  });
  const values: Record<string, unknown> = {};
  for (const [name, { isRequired, placeholder }] of Object.entries(command.options)) {
    const value = given[name] ?? (placeholder === undefined ? false : undefined);
    if (value instanceof InvalidValue) errors.push(`--${name} ${value.message}`);
    else if (value !== undefined) values[name] = value;
    else if (isRequired) errors.push(`--${name} is missing`);
  }
  // Combinations are only checked when every option is valid.
  if (errors.length === 0) errors.push(...(command.validate?.(values) ?? []));
  return errors.length > 0 ? { kind: 'invalid', command, errors } : { kind: 'run', command, values };
}
