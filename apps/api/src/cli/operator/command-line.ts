import { parseArgs } from 'node:util';
import { Fault } from '../../platform/config/env-readers';
import type { Command } from './command';

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command; readonly values: Record<string, unknown> }
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'faulty'; readonly command: Command | undefined; readonly faults: string[] };

/** Reads a command line, of which every fault is told at once. @param words without the program's name. */
export function readCommandLine(words: readonly string[], commands: readonly Command[]): CommandLine {
  const [name, ...rest] = words;
  if (name === undefined) return { kind: 'faulty', command: undefined, faults: ['say which command to run'] };
  if (['--help', '-h', 'help'].includes(name)) return { kind: 'help', command: find(rest[0], commands) };
  const command = find(name, commands);
  if (!command) return { kind: 'faulty', command, faults: [`there is no command "${name}"`] };
  return rest.includes('--help') || rest.includes('-h') ? { kind: 'help', command } : readOptions(command, rest);
}

const find = (name: string | undefined, commands: readonly Command[]) =>
  commands.find((command) => command.name === name);

function readOptions(command: Command, words: string[]): CommandLine {
  const { given, faults } = givenOptions(command, words);
  const values: Record<string, unknown> = {};
  for (const [name, { isRequired, placeholder, read }] of Object.entries(command.options)) {
    const text = given.get(name);
    if (text === undefined) {
      if (isRequired && !given.has(name)) faults.push(`--${name} is missing`);
      if (placeholder === undefined) values[name] = false;
      continue;
    }
    const value = read(text);
    if (value instanceof Fault) faults.push(`--${name} ${value.message}`);
    else values[name] = value;
  }
  // What lies between options can only be told once each of them is right.
  if (faults.length === 0) faults.push(...command.faults(values));
  return faults.length > 0 ? { kind: 'faulty', command, faults } : { kind: 'run', command, values };
}

/** The text of each option that was given; undefined where its value is missing. */
function givenOptions(command: Command, words: string[]) {
  const types = Object.entries(command.options).map(([name, { placeholder }]) => {
    return [name, { type: placeholder === undefined ? ('boolean' as const) : ('string' as const) }];
  });
  // Not strict: that would stop at the first fault.
  const { tokens } = parseArgs({ args: words, options: Object.fromEntries(types), strict: false, tokens: true });
  const given = new Map<string, string | undefined>();
  const faults: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') faults.push(`"${token.value}" was not expected`);
    if (token.kind !== 'option') continue;
    const { name, rawName, inlineValue } = token;
    const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
    const isValue = token.value !== undefined && (inlineValue || !token.value.startsWith('--'));
    if (!option) faults.push(`there is no option ${rawName}`);
    else if (given.has(name)) faults.push(`${rawName} was given more than once`);
    else if (option.placeholder === undefined) {
      if (inlineValue) faults.push(`${rawName} takes no value`);
      given.set(name, '');
    } else {
      if (!isValue) faults.push(`${rawName} needs a value`);
      given.set(name, isValue ? token.value : undefined);
    }
  }
  return { given, faults };
}
