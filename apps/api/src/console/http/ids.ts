import { Injectable, type PipeTransform } from '@nestjs/common';
import { isRequestId } from '../../core/usage/usage-record';
import { Problem } from '../../platform/problem';

/** Whether the text is an id. A JavaScript number holds 15 digits exactly. */
export function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

export function idOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** @throws {Problem} `not_found` when the text is not an id */
export function readId(text: string): number {
  if (isId(text)) return Number(text);
  throw notFound();
}

@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    return readId(text);
  }
}

@Injectable()
export class EntryIdPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (isRequestId(text)) return text;
    throw notFound();
  }
}

function notFound(): Problem {
  return new Problem(
    'not_found',
    'No object has this id. An id is what a list shows as id, not a name or the start of a key.',
  );
}
