import { formatUsd, line, usdAmountAboveZero } from '@loupe/dto';
import { AccountStatusRepository } from '../../../core/billing/account-status.repository';
import { ChargeKeysRepository } from '../../../core/billing/charge-keys.repository';
import { Debts } from '../../../core/billing/debts';
import { KeyCapsRepository } from '../../../core/billing/key-caps.repository';
import { LedgerRepository } from '../../../core/billing/ledger.repository';
import { Reversals } from '../../../core/billing/reversals';
import { TopUps } from '../../../core/billing/top-ups';
import { TopUpsRepository } from '../../../core/billing/top-ups.repository';
import { command, facts, operator, optional, required } from '../command';
import { entryId, id, idempotencyKey } from '../option-readers';

export const topUp = command({
  name: 'top-up',
  purpose: 'Credits an account; repeating it with the same idempotency key credits nothing',
  options: {
    account: required(id, 'ID', 'the account to credit'),
    'amount-usd': required(usdAmountAboveZero, 'USD', 'how much, such as 25.00'),
    note: required(line(500), 'TEXT', 'the reason, which the owner sees in the ledger'),
    'idempotency-key': required(idempotencyKey, 'KEY', 'a unique text for each top-up, such as the invoice number'),
    'confirm-amount-usd': optional(usdAmountAboveZero, 'USD', 'the amount again; required above 1,000 USD'),
  },
  async run(values, { dataSource }) {
    const { entryId, balanceMicros } = await new TopUps(
      dataSource,
      new LedgerRepository(),
      new TopUpsRepository(),
    ).credit({
      accountId: values.account,
      amountMicros: values['amount-usd'],
      confirmAmountMicros: values['confirm-amount-usd'],
      note: values.note,
      idempotencyKey: values['idempotency-key'],
      actor: operator,
    });
    return facts({ entry_id: entryId, balance_usd: formatUsd(balanceMicros) });
  },
});

export const reverse = command({
  name: 'reverse',
  purpose: 'Reverses an entry of the ledger in full, with a new entry: a wrong top-up, or a charge',
  options: {
    entry: required(entryId, 'ID', "the entry's id; that of a charge is the id of its request"),
    note: required(line(500), 'TEXT', 'the reason, which the owner sees in the ledger'),
  },
  async run({ entry, note }, { dataSource }) {
    const [ledger, statuses] = [new LedgerRepository(), new AccountStatusRepository()];
    const of = [ledger, new ChargeKeysRepository(), new KeyCapsRepository(), statuses] as const;
    const reversals = new Reversals(dataSource, ...of, new Debts(ledger, statuses));
    const { entryId, balanceMicros } = await reversals.reverse({ entryId: entry, note, actor: operator });
    return facts({ entry_id: entryId, reverses: entry, balance_usd: formatUsd(balanceMicros) });
  },
});
