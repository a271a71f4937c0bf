import { DefaultNamingStrategy, type ValueTransformer } from 'typeorm';

/** `accountId` is the column `account_id`. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/** The driver returns every bigint as text. Ids fit into a number, and may be null. */
export const id: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (value) => value,
};

/** Amounts in micro-USD are bigints; they may be null. */
export const microsOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

export const micros: ValueTransformer = {
  from: microsOf,
  to: (value?: bigint | null) => value?.toString() ?? value,
};
