import { InvalidValue, mustBe, type Reader } from '@loupe/dto';
import { idempotencyKeyForm } from '../../core/billing/top-ups';
import { emailAddressError } from '../../core/identity/email-address';

export const id: Reader<number> = (value) =>
  /^\d{1,15}$/.test(value) ? Number(value) : new InvalidValue(mustBe.digits);

export const email: Reader<string> = (value) => {
  const address = value.trim().toLowerCase();
  const error = emailAddressError(address);
  return error === undefined ? address : new InvalidValue(error);
};

export const idempotencyKey: Reader<string> = (value) =>
  idempotencyKeyForm.test(value) ? value : new InvalidValue('must be 1 to 255 printable characters without spaces');
