import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { clock } from '../clock';

const sequences = 2 ** 31;
let lastMs = 0;
let sequence = 0;

/** A new, ordered UUIDv7. Passes the time, because the library ignores a clock that is set back. */
export function newRequestId(): string {
  const msecs = clock.wallMs();
  sequence = msecs === lastMs ? sequence + 1 : randomInt(sequences);
  lastMs = msecs;
  return v7({ msecs, seq: sequence });
}
