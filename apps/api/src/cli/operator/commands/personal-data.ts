import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { line } from '@loupe/dto';
import { AccountsRepository } from '../../../core/accounts/accounts.repository';
import { AccountStatusRepository } from '../../../core/billing/account-status.repository';
import { LedgerRepository } from '../../../core/billing/ledger.repository';
import { AccountErasure } from '../../../core/personal-data/account-erasure';
import { AccountExport } from '../../../core/personal-data/account-export';
import { PersonalDataRepository } from '../../../core/personal-data/personal-data.repository';
import { RequestLogRepository } from '../../../core/usage/request-log.repository';
import { UsageTotals } from '../../../core/usage/usage-totals';
import { UsageTotalsRepository } from '../../../core/usage/usage-totals.repository';
import { command, facts, operator, required } from '../command';
import { id } from '../option-readers';

export const exportAccount = command({
  name: 'export-account',
  purpose: 'Writes all data about an account to a new file: lines of JSON, compressed with gzip',
  options: {
    account: required(id, 'ID', 'the account'),
    file: required(line(4096), 'FILE', 'the file to write, such as account-1001.ndjson.gz; it must not exist'),
  },
  async run({ account, file }, { dataSource }) {
    const accountExport = new AccountExport(
      dataSource,
      new AccountsRepository(),
      new PersonalDataRepository(),
      new LedgerRepository(),
      new RequestLogRepository(),
      new UsageTotals(dataSource, new UsageTotalsRepository()),
    );
    await pipeline(await accountExport.open(account, operator), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return facts({ file });
  },
});

export const eraseAccount = command({
  name: 'erase-account',
  purpose: 'Permanently erases the users, names, addresses and texts of an account, and suspends it; amounts stay',
  options: {
    account: required(id, 'ID', 'the account'),
    name: required(line(200), 'NAME', 'what the account is called, as a safeguard: this cannot be undone'),
  },
  async run({ account: accountId, name }, { dataSource }) {
    const repositories = [
      new AccountsRepository(),
      new PersonalDataRepository(),
      new LedgerRepository(),
      new AccountStatusRepository(),
    ] as const;
    await new AccountErasure(dataSource, ...repositories).erase({ accountId, name, actor: operator });
    return facts({ erased_account: `${accountId}` });
  },
});
