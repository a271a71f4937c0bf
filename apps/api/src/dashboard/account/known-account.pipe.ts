import { Injectable, type PipeTransform } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository';

/** Lets the id of a customer's account through. */
@Injectable()
export class KnownAccountPipe implements PipeTransform<number, Promise<number>> {
  constructor(private readonly accounts: AccountsRepository) {}

  /** @throws {Problem} `not_found`. */
  async transform(id: number): Promise<number> {
    return (await this.accounts.read(id)).id;
  }
}
