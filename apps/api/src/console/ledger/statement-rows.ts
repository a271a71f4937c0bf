import type { StatementView } from './statement.dto';

interface StatementRow {
  readonly section: string;
  readonly date?: string | undefined;
  readonly description?: string | null;
  readonly operation?: string;
  readonly key_name?: string;
  readonly requests?: number;
  readonly amount_usd?: string;
  readonly balance_usd?: string;
}

const names = [
  'section',
  'date',
  'description',
  'operation',
  'key_name',
  'requests',
  'amount_usd',
  'balance_usd',
] as const;

export const statementColumns = Object.fromEntries(
  names.map((name) => [name, (row: StatementRow) => row[name] ?? null]),
);

export function statementRows(statement: StatementView): StatementRow[] {
  const { account_id, account_name, from, to, days, entries, by_operation, by_key } = statement;
  return [
    { section: 'account', description: `${account_name} (${account_id})` },
    { section: 'period', date: from, description: `${from} to ${to}, UTC` },
    { section: 'opening', date: from, balance_usd: statement.opening_usd },
    ...days.map(({ day, charged_requests, charges_usd, closing_usd }) => ({
      section: 'day',
      date: day,
      description: 'Charges of the day; the balance at its end',
      requests: charged_requests,
      amount_usd: charges_usd,
      balance_usd: closing_usd,
    })),
    ...entries.map(({ kind, time, note, amount_usd, balance_after_usd }) => ({
      section: kind,
      date: time,
      description: note,
      amount_usd,
      balance_usd: balance_after_usd,
    })),
    ...by_operation.map(({ operation, charged_requests, spend_usd }) => ({
      section: 'operation',
      operation,
      requests: charged_requests,
      amount_usd: negative(spend_usd),
    })),
    ...by_key.map(({ key_name, charged_requests, spend_usd }) => ({
      section: 'key',
      key_name,
      requests: charged_requests,
      amount_usd: negative(spend_usd),
    })),
    { section: 'closing', date: to, balance_usd: statement.closing_usd },
  ];
}

const negative = (usd: string): string => (/[1-9]/.test(usd) ? `-${usd}` : usd);
