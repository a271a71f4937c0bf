import { patience } from '../../../../../scripts/lib/patience.cjs';
import { standardBounds } from '../../../src/core/billing/charge-queue';
import { deadlines } from '../../../src/platform/database/bounded-client';

// The product's own deadlines are no subject of most tests.
Object.assign(deadlines, Object.fromEntries(Object.entries(deadlines).map(([name, ms]) => [name, patience * ms])));
Object.assign(standardBounds, { maxWaitMs: patience * standardBounds.maxWaitMs });
