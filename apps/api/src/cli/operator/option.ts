import type { Reader } from '../../platform/config/env-readers';

/** An option of a command: `--name VALUE`, or a switch that takes no value. */
export interface Option<T> {
  /** What help calls the value; undefined for a switch. */
  readonly placeholder: string | undefined;
  readonly purpose: string;
  readonly isRequired: boolean;
  readonly read: Reader<T>;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

/** What the options of a command come to. */
export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never;
};

export function required<T>(read: Reader<T>, placeholder: string, purpose: string): Option<T> {
  return { read, placeholder, purpose, isRequired: true };
}

export function optional<T>(read: Reader<T>, placeholder: string, purpose: string): Option<T | undefined> {
  return { read, placeholder, purpose, isRequired: false };
}

/** True when it is given. */
export function toggle(purpose: string): Option<boolean> {
  return { read: () => true, placeholder: undefined, purpose, isRequired: false };
}
