import { ApiKeysRepository } from '../../core/auth/lifecycle/api-keys.repository';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys.service';
import type { Workplace } from './command';

/** The service for keys, outside of Nest. */
export function apiKeysOf({ env, dataSource }: Workplace): ApiKeys {
  return new ApiKeys(dataSource, new ApiKeysRepository(env.RATE_LIMIT_PER_SECOND), env.MAX_KEYS_PER_ACCOUNT);
}
