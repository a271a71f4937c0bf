import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../../platform/config/env';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeys } from './api-keys.service';
import { RateRequestsRepository } from './rate-requests.repository';
import { RateRequests } from './rate-requests.service';

/** Making, changing and ending keys, for the dashboard and the operator. */
@Module({
  providers: [
    {
      provide: ApiKeysRepository,
      inject: [ENV],
      useFactory: (env: Env) => new ApiKeysRepository(env.RATE_LIMIT_PER_SECOND),
    },
    {
      provide: ApiKeys,
      inject: [DataSource, ApiKeysRepository, ENV],
      useFactory: (dataSource: DataSource, keys: ApiKeysRepository, env: Env) =>
        new ApiKeys(dataSource, keys, env.MAX_KEYS_PER_ACCOUNT),
    },
    {
      provide: RateRequests,
      inject: [DataSource, ApiKeysRepository, ENV],
      useFactory: (dataSource: DataSource, keys: ApiKeysRepository, env: Env) =>
        new RateRequests(dataSource, new RateRequestsRepository(env.RATE_LIMIT_PER_SECOND), keys),
    },
  ],
  exports: [ApiKeys, RateRequests],
})
export class ApiKeysModule {}
