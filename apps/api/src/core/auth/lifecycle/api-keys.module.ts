import { Module } from '@nestjs/common';
import { ApiKeys } from './api-keys';
import { ApiKeysRepository } from './api-keys.repository';
import { BuiltInKeys } from './built-in-keys';
import { DeveloperCaps } from './developer-caps';
import { RateRequests } from './rate-requests';
import { RateRequestsRepository } from './rate-requests.repository';
import { SpendingCapsRepository } from './spending-caps.repository';

@Module({
  providers: [
    ApiKeys,
    ApiKeysRepository,
    BuiltInKeys,
    DeveloperCaps,
    RateRequests,
    RateRequestsRepository,
    SpendingCapsRepository,
  ],
  exports: [ApiKeys, BuiltInKeys, DeveloperCaps, RateRequests],
})
export class ApiKeysModule {}
