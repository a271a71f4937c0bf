import { InvalidValue, mustBe, type Reader } from '@loupe/dto';
import { isEmail } from 'class-validator';
import { idempotencyKeyForm } from '../../core/billing/top-ups';

/** An id as the dashboard and these commands print it. */
export const id: Reader<number> = (value) =>
  /^\d{1,15}$/.test(value) ? Number(value) : new InvalidValue(mustBe.digits);

export const email: Reader<string> = (value) =>
  isEmail(value.trim()) ? value.trim().toLowerCase() : new InvalidValue(mustBe.email);

export const idempotencyKey: Reader<string> = (value) =>
  idempotencyKeyForm.test(value) ? value : new InvalidValue('must be 1 to 255 printable characters without spaces');
