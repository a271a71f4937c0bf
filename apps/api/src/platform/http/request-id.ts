import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { clock } from '../clock';

const sequences = 2 ** 31;
let lastMs = 0;
let sequence = 0;

/**
 * A new UUIDv7. Ids of one millisecond are ordered. Passes the time, because the library would continue from its latest
 * id when the clock is set back.
 */
export function newRequestId(): string {
  const msecs = clock.wallMs();
  sequence = msecs === lastMs ? sequence + 1 : randomInt(sequences);
  lastMs = msecs;
  return v7({ msecs, seq: sequence });
}
