import { DefaultNamingStrategy, type ValueTransformer } from 'typeorm';

/** `accountId` is the column `account_id`. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/** Ids fit a number; the driver gives every bigint as text. */
export const id: ValueTransformer = { from: Number, to: (value) => value };

/** Amounts in micro-USD are bigints, and may be null. */
export const micros: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : BigInt(text)),
  to: (value?: bigint | null) => value?.toString() ?? value,
};
