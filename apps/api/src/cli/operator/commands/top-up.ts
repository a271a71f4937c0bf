import { formatUsd, line, usdAmountAboveZero } from '@loupe/dto';
import { LedgerRepository } from '../../../core/billing/ledger.repository';
import { TopUps } from '../../../core/billing/top-ups';
import { command, facts, operator, optional, required } from '../command';
import { id, idempotencyKey } from '../option-readers';

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
    const { entryId, balanceMicros } = await new TopUps(dataSource, new LedgerRepository()).credit({
      accountId: values.account,
      amountMicros: values['amount-usd'],
      confirmAmountMicros: values['confirm-amount-usd'],
      note: values.note,
      idempotencyKey: values['idempotency-key'],
      actor: operator,
    });
    return { lines: facts({ entry_id: entryId, balance_usd: formatUsd(balanceMicros) }) };
  },
});
