import { parseUsd } from '@loupe/dto';

/** One reader per kind of environment variable: text in, value out, or a sentence that says what is wrong. */
export type Reader<T> = (text: string) => T | Fault;

/** What is wrong with a value, as the end of a sentence that begins with the variable's name. */
export class Fault {
  constructor(readonly message: string) {}
}

export const text: Reader<string> = (value) => value;

export function integer(min: number, max: number): Reader<number> {
  return (value) => {
    const number = Number(value);
    const fits = /^\d+$/.test(value) && number >= min && number <= max;
    return fits ? number : new Fault(`must be a whole number from ${min} to ${max}`);
  };
}

export const flag: Reader<boolean> = (value) => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return new Fault('must be true or false');
};

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return (value) => choices.find((choice) => choice === value) ?? new Fault(`must be one of ${choices.join(', ')}`);
}

export function url(...protocols: string[]): Reader<string> {
  const wanted = protocols.map((protocol) => `${protocol}://`).join(' or ');
  return (value) => {
    if (!URL.canParse(value)) return new Fault(`must be a URL that begins with ${wanted}`);
    const given = new URL(value).protocol.slice(0, -1);
    return protocols.includes(given) ? value : new Fault(`must be a URL that begins with ${wanted}`);
  };
}

/** A USD amount with at most six decimals, as micro-USD. */
export const usd: Reader<bigint> = (value) =>
  parseUsd(value) ?? new Fault('must be an amount in USD with at most six decimals, such as 0.0006');

/** Micro-USD of an amount that is not zero. */
export const amount: Reader<bigint> = (value) => {
  const micros = usd(value);
  return micros === 0n ? new Fault('must be more than zero') : micros;
};

/** Several secrets, newest first, separated by commas: the first one seals, all of them open. */
export const secrets: Reader<string[]> = (value) => {
  const list = value.split(',').map((secret) => secret.trim());
  return list.every((secret) => secret.length >= 32)
    ? list
    : new Fault('must be one or more secrets of at least 32 characters, separated by commas, newest first');
};

export const list: Reader<string[]> = (value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
