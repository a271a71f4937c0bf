import type { Reader } from '@loupe/dto';
import type { DataSource } from 'typeorm';
import type { Actor } from '../../platform/audit/audit-log.repository';
import type { Env } from '../../platform/config/env';

export const operator: Actor = { userId: null, label: 'operator', address: null };

export interface CommandContext {
  readonly env: Env;
  /** Connected, with an up-to-date schema unless the command migrates. */
  readonly dataSource: DataSource;
  readInput(): Promise<string>;
}

export interface Outcome {
  /** For standard output, one line each. */
  readonly lines: readonly string[];
  /** For the person at the terminal: it goes to standard error, because scripts read the lines. */
  readonly note?: string;
  /** 0 when not given. */
  readonly exitCode?: number;
}

/** An option of a command: `--name VALUE`, or a switch that takes no value. */
interface Option<T> {
  /** What help calls the value; undefined for a switch. */
  readonly placeholder: string | undefined;
  readonly purpose: string;
  readonly isRequired: boolean;
  readonly read: Reader<T>;
}

type Options = Readonly<Record<string, Option<unknown>>>;

type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never;
};

export function required<T>(read: Reader<T>, placeholder: string, purpose: string): Option<T> {
  return { read, placeholder, purpose, isRequired: true };
}

export function optional<T>(read: Reader<T>, placeholder: string, purpose: string): Option<T | undefined> {
  return { read, placeholder, purpose, isRequired: false };
}

export function toggle(purpose: string): Option<boolean> {
  return { read: () => true, placeholder: undefined, purpose, isRequired: false };
}

export interface Command<O extends Options = Options> {
  readonly name: string;
  readonly purpose: string;
  readonly options: O;
  /** True for the one command that accepts an outdated schema. */
  readonly migrates?: boolean;
  /** Faults of a combination of options, as whole sentences. */
  faults?(values: OptionValues<O>): string[];
  /** @throws {Problem} what the services say. */
  run(values: OptionValues<O>, context: CommandContext): Promise<Outcome>;
}

/** Declares a command; the types of its values follow from its options. */
export function command<const O extends Options>(declaration: Command<O>): Command<O> {
  return declaration;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Facts as `name: value` lines, which people and scripts can read. */
export function facts(values: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${value}`);
}
