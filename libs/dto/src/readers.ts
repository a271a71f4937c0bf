import { parseUsd } from './money/usd';

/** Why a text is invalid. The message completes a sentence that begins with the name of the parameter or variable. */
export class InvalidValue {
  constructor(readonly message: string) {}
}

/** Parses a text. Used for request parameters, environment variables and command options. */
export type Reader<Value> = (text: string) => Value | InvalidValue;

/** Messages of the readers, shared with the validation of JSON values. */
export const mustBe = {
  wholeNumber: (min: number, max: number) => `must be a whole number from ${min} to ${max}`,
  number: (min: number, max: number) => `must be a number from ${min} to ${max}`,
  trueOrFalse: 'must be true or false',
  oneOf: (choices: readonly string[]) => `must be one of ${choices.join(', ')}`,
  digits: 'must be a string of digits',
  line: (min: number, max: number) => `must be a text of ${min} to ${max} characters without control characters`,
  email: 'must be an email address',
  usd: (example: string, aboveZero = false) =>
    `must be an amount in USD ${aboveZero ? 'above zero ' : ''}with a point (no comma, no currency sign) and at most six decimals, such as ${example}`,
} as const;

// JSON numbers, and leading zeros. The limit of 40 characters is far above the precision of a double.
const number = /^(?=.{1,40}$)-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** An integer within inclusive bounds; accepts `1.0` and `1e1`. */
export function wholeNumber(min: number, max: number): Reader<number> {
  return (text) => {
    const value = number.test(text) ? Number(text) : Number.NaN;
    const fits = Number.isSafeInteger(value) && value >= min && value <= max;
    // Turns -0 into 0.
    return fits ? value + 0 : new InvalidValue(mustBe.wholeNumber(min, max));
  };
}

/** A number that keeps its spelling, because it is forwarded to the upstream. */
export function decimalNumber(min: number, max: number): Reader<string> {
  return (text) => {
    const value = Number(text);
    const fits = number.test(text) && value >= min && value <= max;
    return fits ? text : new InvalidValue(mustBe.number(min, max));
  };
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Accepts any letter case, and 1 and 0, which some tools send. */
export const trueOrFalse: Reader<boolean> = (text) =>
  booleans.get(text.toLowerCase()) ?? new InvalidValue(mustBe.trueOrFalse);

/** One of the given texts, in exactly this spelling. */
export function oneOf<const Choice extends string>(...choices: Choice[]): Reader<Choice> {
  return (text) => choices.find((choice) => choice === text) ?? new InvalidValue(mustBe.oneOf(choices));
}

/** One line of text, trimmed. @param max length in characters */
export function line(max: number): Reader<string> {
  return (text) => {
    const trimmed = text.trim();
    const fits = trimmed.length > 0 && trimmed.length <= max && /^\P{Cc}*$/u.test(trimmed);
    return fits ? trimmed : new InvalidValue(mustBe.line(1, max));
  };
}

/** An amount in USD. @returns micro-USD */
export const usdAmount: Reader<bigint> = (text) => parseUsd(text) ?? new InvalidValue(mustBe.usd('0.0006'));

/** Like {@link usdAmount}, but rejects zero. */
export const usdAmountAboveZero: Reader<bigint> = (text) => {
  const micros = usdAmount(text);
  return micros === 0n ? new InvalidValue('must be more than zero') : micros;
};
