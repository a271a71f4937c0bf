import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { clock } from '../clock';

const sequences = 2 ** 31;
let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7 of now; ids of one millisecond are in order. Without its own time, the library would go on from the latest id when the
 * machine's clock is set back.
 */
export function newRequestId(): string {
  const msecs = clock.wallMs();
  sequence = msecs === lastMs ? sequence + 1 : randomInt(sequences);
  lastMs = msecs;
  return v7({ msecs, seq: sequence });
}
