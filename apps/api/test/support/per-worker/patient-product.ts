import { retryPause } from '@loupe/upstream-client';
import { patience } from '../../../../../scripts/lib/patience.cjs';
import { standardBounds } from '../../../src/core/billing/charge-queue';
import { providerTimeout } from '../../../src/core/identity/openid/openid-provider';
import { deadlines } from '../../../src/platform/database/bounded-client';

// Lengthens the product's timeouts, because a busy machine may exceed them and most tests do not concern them.
Object.assign(deadlines, Object.fromEntries(Object.entries(deadlines).map(([name, ms]) => [name, patience * ms])));
Object.assign(standardBounds, { maxWaitMs: patience * standardBounds.maxWaitMs });
Object.assign(providerTimeout, { seconds: patience * providerTimeout.seconds });
// Retries follow at once: libs/upstream-client tests the pauses.
retryPause.firstMs = 0;
