import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Names of keys, revoked ones included. */
@Injectable()
export class KeyNamesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By key id. */
  async read(keyIds: readonly number[]): Promise<Map<number, string>> {
    const rows: { id: string; name: string }[] = await this.dataSource.query(
      'SELECT id, name FROM api_keys WHERE id = ANY ($1)',
      [keyIds],
    );
    return new Map(rows.map((row) => [Number(row.id), row.name]));
  }
}
