import { InvalidValue, mustBe, type Reader } from '@loupe/dto';
import { addressListError, futureTimeError } from '../../console/fields/fields';
import { maxAllowedIps } from '../../console/fields/key-fields';
import { prefixLength } from '../../core/auth/api-key-format';
import { idempotencyKeyForm } from '../../core/billing/top-ups';
import { emailAddressError } from '../../core/identity/email-address';
import { isRequestId } from '../../core/usage/usage-record';

export const id: Reader<number> = (value) =>
  /^\d{1,15}$/.test(value) ? Number(value) : new InvalidValue(mustBe.digits);

export const email: Reader<string> = (value) => {
  const address = value.trim().toLowerCase();
  const error = emailAddressError(address);
  return error === undefined ? address : new InvalidValue(error);
};

export const idempotencyKey: Reader<string> = (value) =>
  idempotencyKeyForm.test(value) ? value : new InvalidValue('must be 1 to 255 printable characters without spaces');

export const entryId: Reader<string> = (value) =>
  isRequestId(value)
    ? value
    : new InvalidValue('must be the id of an entry, such as 0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3');

export const futureTime: Reader<Date> = (value) => {
  const error = futureTimeError(value);
  return error === undefined ? new Date(value) : new InvalidValue(error);
};

/** Separated by commas. */
export const addresses: Reader<string[]> = (value) => {
  const entries = value.split(',').map((entry) => entry.trim());
  const error = addressListError(entries, maxAllowedIps);
  return error === undefined ? entries : new InvalidValue(error);
};

export type KeyReference = { readonly id: number } | { readonly prefix: string };

/** A key's id, or how it begins. Keeps at most the eight characters that are no secret, so a whole key may be given. */
export const keyReference: Reader<KeyReference> = (value) => {
  if (/^\d{1,15}$/.test(value)) return { id: Number(value) };
  const [, start] = /^(?:loupe_(?:test_)?)?([0-9A-Za-z]{4,})$/.exec(value) ?? [];
  return start === undefined
    ? new InvalidValue('must be an id, or at least the first four characters after loupe_ or loupe_test_')
    : { prefix: start.slice(0, prefixLength) };
};
