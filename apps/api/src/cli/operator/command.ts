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

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Outcome {
  /** For people. */
  readonly lines: readonly string[];
  /** The same for programs: what `--json` prints instead of the lines. */
  readonly json: Readonly<Record<string, Json>>;
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
  return { ...declaration, options: { ...declaration.options, json: toggle('print one JSON object') } };
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

type Facts = Readonly<Record<string, Json>>;

/** `name: value` lines. A fact that is null has no line; a list has a line for each entry. */
export function facts(json: Facts): Pick<Outcome, 'lines' | 'json'> {
  const lines = Object.entries(json).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter((one) => one !== null).map((one) => `${name}: ${textOf(one)}`),
  );
  return { lines, json };
}

/** One line for each item, and how to read the next page. @param next the value of `--before` for it; null on the last page */
export function page(items: readonly Facts[], next: string | null): Outcome {
  return {
    lines: items.map(textOf),
    json: { items, next_before: next },
    ...(next !== null && { note: `There are more: repeat the command with --before ${next}.` }),
  };
}

function textOf(value: Json): string {
  if (typeof value !== 'object' || value === null) return `${value}`;
  const shown = Object.entries(value).filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0));
  return shown.map(([name, one]) => `${name}=${quoted(`${one}`)}`).join('  ');
}

const quoted = (text: string) => (/[\s"=]/.test(text) ? JSON.stringify(text) : text);
