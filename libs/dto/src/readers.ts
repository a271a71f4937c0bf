import { parseUsd } from './money/usd';

/** Why a text is no value: the end of a sentence that begins with the name of a parameter, variable, option or field. */
export class InvalidValue {
  constructor(readonly message: string) {}
}

/** Turns a text into a value. Request parameters, environment variables and command options are read by these. */
export type Reader<Value> = (text: string) => Value | InvalidValue;

/** What readers say, for those that validate JSON values instead of texts and must say the same. */
export const mustBe = {
  wholeNumber: (min: number, max: number) => `must be a whole number from ${min} to ${max}`,
  number: (min: number, max: number) => `must be a number from ${min} to ${max}`,
  trueOrFalse: 'must be true or false',
  oneOf: (choices: readonly string[]) => `must be one of ${choices.join(', ')}`,
  digits: 'must be a string of digits',
  line: (min: number, max: number) => `must be a text of ${min} to ${max} characters without control characters`,
  email: 'must be an email address',
  usd: (example: string, aboveZero = false) =>
    `must be an amount in USD ${aboveZero ? 'above zero ' : ''}with at most six decimals, such as ${example}`,
} as const;

/** As JSON spells a number, and with zeros in front; longer than a double has digits is nothing but a mistake. */
const number = /^(?=.{1,40}$)-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

export function wholeNumber(min: number, max: number): Reader<number> {
  return (text) => {
    const value = number.test(text) ? Number(text) : Number.NaN;
    const fits = Number.isSafeInteger(value) && value >= min && value <= max;
    // Zero has a sign, which no caller means.
    return fits ? value + 0 : new InvalidValue(mustBe.wholeNumber(min, max));
  };
}

/** A number that keeps its spelling: it is forwarded, not computed with. */
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

/** In any letter case; 1 and 0 are what some tools write. */
export const trueOrFalse: Reader<boolean> = (text) =>
  booleans.get(text.toLowerCase()) ?? new InvalidValue(mustBe.trueOrFalse);

export function oneOf<const Choice extends string>(...choices: Choice[]): Reader<Choice> {
  return (text) => choices.find((choice) => choice === text) ?? new InvalidValue(mustBe.oneOf(choices));
}

/** One line of text, trimmed. */
export function line(max: number): Reader<string> {
  return (text) => {
    const trimmed = text.trim();
    const fits = trimmed.length > 0 && trimmed.length <= max && /^\P{Cc}*$/u.test(trimmed);
    return fits ? trimmed : new InvalidValue(mustBe.line(1, max));
  };
}

/** A USD amount, as micro-USD. */
export const usdAmount: Reader<bigint> = (text) => parseUsd(text) ?? new InvalidValue(mustBe.usd('0.0006'));

/** The same where zero makes no sense. */
export const usdAmountAboveZero: Reader<bigint> = (text) => {
  const micros = usdAmount(text);
  return micros === 0n ? new InvalidValue('must be more than zero') : micros;
};
