import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { dayMs } from '../../platform/utc-days';
import { type RequestAddress, RequestAddressesRepository } from './request-addresses.repository';

const maxBatch = 1_000;
/** Some 10 MB of usual addresses. While the database is unreachable, more are let go and counted. */
const maxPending = 20_000;
/** Longer ones are cut: a caller must not fill the disk with requests that cost nothing. */
const maxLength = 2_048;

/** A key that was sent where it does not belong. Its start says which it is. */
const misplacedKey = /(loupe_(?:test_)?[0-9A-Za-z]{8})[0-9A-Za-z]+/g;

/** Keeps what was asked for, apart from the usage rows and for a time of its own. The request path only leaves it here. */
@Injectable()
export class RequestAddresses {
  private pending: RequestAddress[] = [];
  private flushing: Promise<void> | undefined;
  /** Those that could not be kept since the process began. */
  dropped = 0;
  private readonly isKept: boolean;

  constructor(
    private readonly dataSource: DataSource,
    private readonly addresses: RequestAddressesRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'REQUEST_ADDRESS_RETENTION_DAYS'>,
  ) {
    this.isKept = env.REQUEST_ADDRESS_RETENTION_DAYS > 0;
  }

  record(requestId: string, accountId: number, address: string): void {
    if (!this.isKept) return;
    if (this.pending.length < maxPending) this.pending.push({ requestId, accountId, address: cut(address) });
    else this.dropped++;
  }

  /** Writes what is pending. @throws when the database is out of reach; the rest then waits for the next time. */
  flush(): Promise<void> {
    this.flushing ??= this.writePending().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  /** Those of an account's requests that are kept, by request id; of this process, also those of the last second. */
  async find(accountId: number, requestIds: readonly string[]): Promise<Map<string, string>> {
    await this.flush().catch(() => undefined);
    return this.addresses.find(this.dataSource, accountId, requestIds);
  }

  dropOld(nowMs = clock.wallMs()): Promise<void> {
    return this.addresses.drop(this.dataSource, nowMs - this.env.REQUEST_ADDRESS_RETENTION_DAYS * dayMs);
  }

  private async writePending(): Promise<void> {
    while (this.pending.length > 0) {
      const batch = this.pending.slice(0, maxBatch);
      await this.addresses.write(this.dataSource, batch.map(shown));
      this.pending.splice(0, batch.length);
    }
  }
}

/** A copy, because a part of a string keeps all of it in memory. */
function cut(address: string): string {
  return address.length > maxLength ? Buffer.from(address.slice(0, maxLength)).toString() : address;
}

function shown({ requestId, accountId, address }: RequestAddress): RequestAddress {
  return { requestId, accountId, address: address.replace(misplacedKey, '$1…') };
}
