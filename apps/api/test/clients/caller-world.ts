import { type Attempt, isLoupeError, Loupe, type LoupeError, type LoupeOptions } from '@loupe/client';
import { usualTestApi } from '../support/per-worker/usual-api';
import type { AnyJson } from '../support/send';
import type { Tenant } from '../support/tenants';
import type { TestApi } from '../support/test-api';

export class CallerWorld {
  api!: TestApi;
  tenant!: Tenant;
  attempts: Attempt[] = [];

  constructor() {
    beforeAll(async () => {
      this.api = await usualTestApi();
    });
    afterAll(() => this.api.stop());
    beforeEach(async () => {
      this.tenant = await this.api.tenants.create('10');
      this.attempts = [];
    });
  }

  readonly client = (options: Partial<LoupeOptions> = {}) =>
    new Loupe({
      baseUrl: this.api.baseUrl,
      apiKey: this.tenant.key,
      onAttempt: (attempt) => this.attempts.push(attempt),
      ...options,
    });

  readonly charges = async (): Promise<string[]> => {
    const sql = `SELECT amount_micros FROM transfers WHERE account_id = $1 AND kind = 'charge'`;
    const rows = await this.api.database.dataSource.query(sql, [this.tenant.accountId]);
    return rows.map((row: AnyJson) => row.amount_micros);
  };
}

export const failureOf = (call: PromiseLike<unknown>): Promise<LoupeError> =>
  Promise.resolve(call).then(
    () => Promise.reject(new Error('it succeeded')),
    (error) => (isLoupeError(error) ? error : Promise.reject(error)),
  );
