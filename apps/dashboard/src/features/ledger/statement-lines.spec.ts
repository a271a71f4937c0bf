import { type StatementLine, statementLines } from './statement-lines';

const idAt = (time: string) =>
  `${Date.parse(time).toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7d3a-9f2b-6c5d4e3f2a1b`;
const entry = (time: string, amount_usd: string) => ({
  id: idAt(time),
  time,
  kind: 'top_up' as const,
  amount_usd,
  balance_after_usd: '0',
  request_id: null,
  note: null,
  reverses_entry_id: null,
  reversed_by_entry_id: null,
  payment_id: null,
  receipt_url: null,
});
const day = (of: string, charges_usd: string, closing_usd: string, requests: number) => ({
  day: of,
  requests,
  charged_requests: requests,
  charges_usd,
  other_usd: '0',
  closing_usd,
});
const statement = {
  account_id: '1',
  account_name: 'Demo',
  month: '2026-11',
  from: '2026-11-01',
  to: '2026-11-30',
  as_of: '2026-11-20T08:00:00.000Z',
  opening_usd: '1.000000',
  top_ups_usd: '15.000000',
  charges_usd: '-2.000000',
  reversals_usd: '0',
  adjustments_usd: '0',
  refunds_usd: '0',
  debts_usd: '0',
  closing_usd: '14.000000',
  requests: 4,
  charged_requests: 4,
  days: [day('2026-11-03', '-2.000000', '9.000000', 4), day('2026-11-09', '0', '14.000000', 0)],
  entries: [
    entry('2026-11-03T22:00:00Z', '12.000000'),
    entry('2026-11-03T23:00:00Z', '-2.000000'),
    entry('2026-11-09T01:00:00Z', '5.000000'),
  ],
  by_operation: [],
  by_key: [],
};
const shown = (line: StatementLine) => [line.kind, line.balanceUsd];

describe('statementLines', () => {
  it('lists a statement’s lines from the opening to the closing balance, each with its balance', () => {
    expect(statementLines(statement).map(shown)).toEqual([
      ['opening', '1.000000'],
      ['entry', '13.000000'],
      ['entry', '11.000000'],
      ['day', '9.000000'],
      ['entry', '14.000000'],
      ['closing', '14.000000'],
    ]);
  });

  it('ends a statement on the day of `as_of`, and at the latest on the last day of the month', () => {
    expect(statementLines(statement).at(-1)).toMatchObject({ day: '2026-11-20' });
    expect(statementLines({ ...statement, as_of: '2026-12-01T00:00:00.000Z' }).at(-1)).toMatchObject({
      day: '2026-11-30',
    });
  });
});
