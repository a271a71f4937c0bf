import type { Request } from 'express';
import { Reply } from '../../platform/http/reply';
import type { Page } from '../fields/page';

const type = 'application/x-ndjson';

/** Whether the caller asks for one JSON object per line instead of a page. */
export function wantsLines(request: Request): boolean {
  request.res!.vary('Accept');
  return request.accepts(['application/json', type]) === type;
}

/** A page as lines, as {@link wantsLines} says. The id of the last line is the cursor of what follows. */
export function pageOrLines<Item>(request: Request, page: Page<Item>): Page<Item> | Reply {
  if (!wantsLines(request)) return page;
  const lines = page.items.map((item) => `${JSON.stringify(item)}\n`);
  return new Reply(Buffer.from(lines.join('')), 200, type);
}
