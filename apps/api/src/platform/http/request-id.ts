import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { clock } from '../clock';

const sequences = 2 ** 31;
let lastMs = 0;
let sequence = 0;

/** A new UUIDv7. Ids follow the clock, even if it is set back: without a given time, the library would ignore that. */
export function newRequestId(): string {
  const msecs = clock.wallMs();
  sequence = msecs === lastMs ? sequence + 1 : randomInt(sequences);
  lastMs = msecs;
  return v7({ msecs, seq: sequence });
}
