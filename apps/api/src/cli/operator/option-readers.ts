import { isEmail } from 'class-validator';
import { idempotencyKeyForm } from '../../core/billing/top-ups';
import { Fault, type Reader } from '../../platform/config/env-readers';

/** One line of text, trimmed. */
export function line(maxCharacters: number): Reader<string> {
  return (value) => {
    const text = value.trim();
    const fits = text.length > 0 && text.length <= maxCharacters && /^\P{Cc}*$/u.test(text);
    return fits ? text : new Fault(`must be a text of 1 to ${maxCharacters} characters without control characters`);
  };
}

/** An id as the dashboard and these commands print it. */
export const id: Reader<number> = (value) =>
  /^\d{1,15}$/.test(value) ? Number(value) : new Fault('must be a string of digits');

export const email: Reader<string> = (value) =>
  isEmail(value.trim()) ? value.trim().toLowerCase() : new Fault('must be an e-mail address');

export const idempotencyKey: Reader<string> = (value) =>
  idempotencyKeyForm.test(value) ? value : new Fault('must be 1 to 255 printable characters without spaces');
