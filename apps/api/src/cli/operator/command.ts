import type { DataSource } from 'typeorm';
import type { Actor } from '../../platform/audit/audit-log.repository';
import type { Env } from '../../platform/config/env';
import type { Options, OptionValues } from './option';

/** How the audit log names whoever runs these commands. */
export const operator: Actor = { userId: null, label: 'operator', address: null };

/** What a command works with. */
export interface Workplace {
  readonly env: Env;
  /** Connected, with an up-to-date schema unless the command migrates. */
  readonly dataSource: DataSource;
  /** All of standard input. */
  readInput(): Promise<string>;
}

/** What a command has to say. */
export interface Outcome {
  /** For standard output, one line each. */
  readonly lines: readonly string[];
  /** For the person at the terminal: standard error, so that scripts read only the lines. */
  readonly note?: string;
  /** 0 when not given. */
  readonly exitCode?: number;
}

interface Declaration<O extends Options> {
  readonly name: string;
  /** One sentence, for help. */
  readonly purpose: string;
  readonly options: O;
  /** True for the one command that takes the schema as it is. */
  readonly migrates?: boolean;
  /** Faults that lie between options: whole sentences. */
  readonly faults?: (values: OptionValues<O>) => string[];
  /** @throws {Problem} what the services say. */
  readonly run: (values: OptionValues<O>, workplace: Workplace) => Promise<Outcome>;
}

/** A command as the table holds it: the kinds of its options are known to itself alone. */
export interface Command extends Omit<Declaration<Options>, 'faults' | 'run'> {
  readonly faults: (values: Record<string, unknown>) => string[];
  readonly run: (values: Record<string, unknown>, workplace: Workplace) => Promise<Outcome>;
}

/** Declares a command; the types of its values follow from its options. */
export function command<const O extends Options>(declaration: Declaration<O>): Command {
  const { faults = () => [], run } = declaration;
  return {
    ...declaration,
    faults: (values) => faults(values as OptionValues<O>),
    run: (values, workplace) => run(values as OptionValues<O>, workplace),
  };
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Facts as `name: value` lines, which people and scripts can read. */
export function facts(values: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${value}`);
}
