import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { dayMs } from '../../platform/utc-days';
import { type RequestAddress, RequestAddressesRepository } from './request-addresses.repository';

const maxBatch = 1_000;
/** About 10 MB of typical URLs. While the database is unreachable, further URLs are dropped and counted. */
const maxPending = 20_000;
/** Longer URLs are truncated, so that a caller cannot fill the disk with free requests. */
const maxLength = 2_048;

/** An API key that was sent in the URL by mistake. Only its prefix is stored. */
const misplacedKey = /(loupe_(?:test_)?[0-9A-Za-z]{8})[0-9A-Za-z]+/g;

/** Stores request URLs separately from usage rows, with their own retention. The request path only fills the buffer. */
@Injectable()
export class RequestAddresses {
  private pending: RequestAddress[] = [];
  private flushing: Promise<void> | undefined;
  /** URLs that were dropped since the process started. */
  dropped = 0;
  private readonly isEnabled: boolean;

  constructor(
    private readonly dataSource: DataSource,
    private readonly addresses: RequestAddressesRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'REQUEST_ADDRESS_RETENTION_DAYS'>,
  ) {
    this.isEnabled = env.REQUEST_ADDRESS_RETENTION_DAYS > 0;
  }

  record(requestId: string, accountId: number, address: string): void {
    if (!this.isEnabled) return;
    if (this.pending.length < maxPending) this.pending.push({ requestId, accountId, address: truncate(address) });
    else this.dropped++;
  }

  /** Writes the buffered URLs. @throws when the database is unreachable; unwritten URLs stay in the buffer. */
  flush(): Promise<void> {
    this.flushing ??= this.writePending().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  /** The stored URLs of an account's requests, by request id. First writes the URLs that this process has buffered. */
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
      await this.addresses.write(this.dataSource, batch.map(withoutKey));
      this.pending.splice(0, batch.length);
    }
  }
}

/** Copies the text, because a substring would keep the whole string in memory. */
function truncate(address: string): string {
  return address.length > maxLength ? Buffer.from(address.slice(0, maxLength)).toString() : address;
}

function withoutKey({ requestId, accountId, address }: RequestAddress): RequestAddress {
  return { requestId, accountId, address: address.replace(misplacedKey, '$1…') };
}
