import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { ApiKeysRepository } from '../../core/auth/lifecycle/api-keys.repository';
import { SpendingCapsRepository } from '../../core/auth/lifecycle/spending-caps.repository';
import type { Workplace } from './command';

/** The service for keys, outside of Nest. */
export function apiKeysOf({ env, dataSource }: Workplace): ApiKeys {
  const caps = new SpendingCapsRepository();
  return new ApiKeys(dataSource, new ApiKeysRepository(caps, env), caps, env);
}
