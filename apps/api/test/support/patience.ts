import { standardBounds } from '../../src/core/billing/charge-queue';
import { deadlines } from '../../src/platform/database/bounded-client';

const patience = Number(process.env.TEST_PATIENCE ?? 1);

// The product's own deadlines are no subject of most tests: a machine that is slower by this factor may take so much longer.
Object.assign(deadlines, Object.fromEntries(Object.entries(deadlines).map(([name, ms]) => [name, patience * ms])));
Object.assign(standardBounds, { maxWaitMs: patience * standardBounds.maxWaitMs });
