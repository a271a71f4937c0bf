import type { Operation, ValuesOfOperation } from '@loupe/dto';
import type { AuthenticatedKey } from '../core/auth/key-record';
import type { CallProgress } from './call-progress';
import { fingerprintOf } from './list-identity';
import type { RequestOptions } from './request-options';

/** What a request asks for, once its guards have passed. Nothing in it changes; what changes is in its {@link CallProgress}. */
export class Call<Of extends Operation = Operation> {
  readonly priceMicros: bigint;
  readonly key: AuthenticatedKey | undefined;
  readonly isTest: boolean;
  readonly requestId: string;
  readonly publicUrl: string;
  readonly url: string;
  /** Hash of the operation, its parameters in canonical form, and the fault. Empty without options, which alone need it. */
  readonly fingerprint: string;

  /** @param fault the upstream fault to simulate, for a test key */
  constructor(
    readonly operation: Of,
    readonly params: ValuesOfOperation<Of>,
    readonly options: RequestOptions | undefined,
    readonly fault: string | undefined,
    readonly progress: CallProgress,
  ) {
    const { key, request, response } = progress;
    this.priceMicros = progress.priceMicros;
    this.key = key;
    this.isTest = key?.isTest === true;
    this.requestId = response.requestId;
    this.publicUrl = response.publicUrl;
    this.url = request.originalUrl;
    this.fingerprint = options ? fingerprintOf(operation, params as Record<string, unknown>, fault) : '';
  }

  /** Only calls with the same scope share responses. An account has one scope for live keys and one for test keys. */
  get scopeId(): number {
    const { accountId } = this.key!;
    return this.isTest ? -accountId : accountId;
  }

  setHeader(name: string, value: string): void {
    this.progress.response.setHeader(name, value);
  }
}
