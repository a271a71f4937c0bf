import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { readAll } from '../../platform/database/read-all';
import { AccountsRepository, accountTarget } from '../accounts/accounts.repository';
import { LedgerRepository } from '../billing/ledger.repository';
import { RequestLogRepository } from '../usage/request-log.repository';
import { UsageTotals } from '../usage/usage-totals';
import type { LastTotal, UsageTotalsQuery } from '../usage/usage-totals.repository';
import { listedKinds, PersonalDataRepository } from './personal-data.repository';

type Batches = AsyncGenerator<object[]>;

/** Exports an account as gzipped lines of JSON. `record` names a line's kind. The last line counts the lines before it. */
@Injectable()
export class AccountExport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly people: PersonalDataRepository,
    private readonly ledger: LedgerRepository,
    private readonly requests: RequestLogRepository,
    private readonly totals: UsageTotals,
  ) {}

  /** Reads with backpressure. A file without the last line is incomplete. @throws {Problem} `not_found`. */
  async open(accountId: number, actor: Actor): Promise<Readable> {
    const account = await this.accounts.read(this.dataSource, accountId);
    await recordAudit(this.dataSource, { actor, action: 'account.export', ...accountTarget(accountId) });
    const lines = Readable.from(this.lines(account));
    return pipeline(lines, createGzip(), () => undefined);
  }

  private async *lines(account: { readonly id: number }): AsyncGenerator<string> {
    yield lineOf('account', account);
    let count = 1;
    for (const [kind, batches] of this.kinds(account.id))
      for await (const rows of batches) {
        count += rows.length;
        yield rows.map((row) => lineOf(kind, row)).join('');
      }
    yield lineOf('end', { records: count });
  }

  private *kinds(accountId: number): Generator<[kind: string, Batches]> {
    const { dataSource, people, ledger, requests } = this;
    for (const kind of listedKinds)
      yield [
        kind,
        readAll({
          read: (afterId, limit) => people.list(dataSource, kind, accountId, afterId, limit),
          keyOf: ({ id }) => id,
        }),
      ];
    yield [
      'ledger_entry',
      readAll({
        read: (beforeEntryId, limit) => ledger.list(dataSource, accountId, { beforeEntryId }, limit),
        keyOf: ({ entryId }) => entryId,
      }),
    ];
    for (const mode of ['live', 'test'] as const) yield ['daily_usage', this.dailyUsage(accountId, mode)];
    yield [
      'request',
      readAll({
        read: (beforeRequestId, limit) => requests.list(dataSource, accountId, { beforeRequestId }, limit),
        keyOf: ({ requestId }) => requestId,
      }),
    ];
  }

  private async *dailyUsage(accountId: number, mode: 'live' | 'test'): Batches {
    const days = { fromDay: '0001-01-01', toDay: '9999-12-31', interval: 'day' } as const;
    const query: UsageTotalsQuery = { accountId, mode, ...days, by: ['time', 'key', 'operation', 'code'] };
    const limit = 1_000;
    for (let after: LastTotal | undefined, isLast = false; !isLast; ) {
      const totals = await this.totals.list(query, { after, limit });
      yield totals;
      const last = totals.at(-1);
      isLast = totals.length < limit;
      after = last && { time: last.time, key: last.keyId, operation: last.operation, code: last.code };
    }
  }
}

function lineOf(kind: string, row: object): string {
  return `${JSON.stringify({ record: kind, ...(plain(row) as object) })}\n`;
}

/** Converts names to snake case and amounts to decimal strings of USD, as in the API. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return key.endsWith('_micros')
        ? [key.replace(/_micros$/, '_usd'), member === null ? null : formatUsd(BigInt(member as bigint | string))]
        : [key, plain(member)];
    }),
  );
}
