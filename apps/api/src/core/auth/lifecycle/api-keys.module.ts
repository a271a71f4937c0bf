import { Module } from '@nestjs/common';
import { ApiKeys } from './api-keys';
import { ApiKeysRepository } from './api-keys.repository';
import { RateRequests } from './rate-requests';
import { RateRequestsRepository } from './rate-requests.repository';
import { SpendingCapsRepository } from './spending-caps.repository';

/** Creating, changing and revoking keys, for the dashboard and the operator. */
@Module({
  providers: [ApiKeys, ApiKeysRepository, RateRequests, RateRequestsRepository, SpendingCapsRepository],
  exports: [ApiKeys, RateRequests],
})
export class ApiKeysModule {}
