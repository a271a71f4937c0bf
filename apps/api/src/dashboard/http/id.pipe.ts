import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem } from '../../http/problem';

/** An id in a path. What cannot be an id names nothing: 404, like an id of somebody else's. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    return readId(text);
  }
}

/** @throws {Problem} `not_found` when the text is no id. */
export function readId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem('not_found', 'There is nothing with this id.');
}
