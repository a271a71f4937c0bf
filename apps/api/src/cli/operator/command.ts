import type { Reader } from '@loupe/dto';
import type { DataSource } from 'typeorm';
import type { Actor } from '../../platform/audit/audit-log.repository';
import type { Env } from '../../platform/config/env';

export const operator: Actor = { userId: null, label: 'operator', address: null };

export interface CommandContext {
  readonly env: Env;
  /** Connected. The schema is up to date, unless the command migrates it. */
  readonly dataSource: DataSource;
  readInput(): Promise<string>;
}

export interface Outcome {
  readonly lines: readonly string[];
  /** A note for people. It goes to standard error, because scripts read standard output. */
  readonly note?: string;
  readonly exitCode?: number;
}

interface Option<T> {
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
  /** Whether the command accepts an outdated schema. */
  readonly migrates?: boolean;
  /** Checks combinations of options. Returns whole sentences. */
  validate?(values: OptionValues<O>): string[];
  /** @throws {Problem} from the services */
  run(values: OptionValues<O>, context: CommandContext): Promise<Outcome>;
}

export function command<const O extends Options>(declaration: Command<O>): Command<O> {
  return declaration;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `name: value` lines, readable by people and scripts. */
export function facts(values: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${value}`);
}
