import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { deleteOldRows } from '../../platform/database/distribution/old-rows.repository';
import { shardOf } from '../../platform/database/shards';
import { requestTimeMs } from './usage-record';

/** Path and query of a request as they were sent. */
export interface RequestAddress {
  readonly requestId: string;
  readonly accountId: number;
  readonly address: string;
}

const secondOf = (requestId: string): number => Math.trunc(requestTimeMs(requestId) / 1_000);

@Injectable()
export class RequestAddressesRepository {
  async write(db: Db, requests: readonly RequestAddress[]): Promise<void> {
    const rows = new Map<string, { account_id: number; second: number; request_ids: string[]; addresses: string[] }>();
    for (const { requestId, accountId, address } of requests) {
      const second = secondOf(requestId);
      const place = `${accountId} ${second}`;
      const row = rows.get(place) ?? { account_id: accountId, second, request_ids: [], addresses: [] };
      row.request_ids.push(requestId);
      row.addresses.push(address);
      rows.set(place, row);
    }
    await db.query(
      `INSERT INTO ledger.request_addresses (account_id, shard, second, request_ids, addresses)
       SELECT account_id, shard_of(account_id), second, request_ids, addresses
       FROM json_to_recordset($1) AS row (account_id bigint, second bigint, request_ids uuid[], addresses text[])`,
      [JSON.stringify([...rows.values()])],
    );
  }

  /** The stored URLs of these requests, by request id. */
  async find(db: Db, accountId: number, requestIds: readonly string[]): Promise<Map<string, string>> {
    if (requestIds.length === 0) return new Map();
    const rows: { request_id: string; address: string }[] = await db.query(
      `SELECT request_id, addresses[array_position(request_ids, request_id)] AS address
       FROM unnest($2::uuid[], $3::bigint[]) AS wanted (request_id, second)
       JOIN ledger.request_addresses a ON a.account_id = $1 AND a.shard = $4 AND a.second = wanted.second
         AND request_id = ANY (request_ids)`,
      [accountId, requestIds, requestIds.map(secondOf), shardOf(accountId)],
    );
    return new Map(rows.map(({ request_id, address }) => [request_id, address]));
  }

  /** Deletes old URLs of all accounts. @param beforeMs epoch milliseconds. */
  async drop(db: Db, beforeMs: number): Promise<void> {
    const last = Math.trunc(beforeMs / 1_000) - 1;
    await deleteOldRows(db, { table: 'ledger.request_addresses', column: 'second', last });
  }
}
