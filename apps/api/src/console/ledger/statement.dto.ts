import { DayField, IdField, MonthField, TimeField } from '../fields/fields';
import { ResponseInteger, ResponseObject, ResponseText, ResponseUsd } from '../fields/response-fields';
import { KeyTotalsView, OperationTotalsView } from '../fields/usage-sums';
import { LedgerEntryView } from './ledger.dto';

export class StatementQuery {
  @MonthField({ optional: true, description: 'Month (UTC); the current month by default' }) month?: string;
}

export class StatementDay {
  @DayField() day: string;
  @ResponseInteger() requests: number;
  @ResponseInteger() charged_requests: number;
  @ResponseUsd({ description: 'Zero or negative' }) charges_usd: string;
  @ResponseUsd({ description: 'Everything but charges: top-ups, refunds, debts, reversals and adjustments' })
  other_usd: string;
  @ResponseUsd({ description: 'Balance at the end of the day' }) closing_usd: string;
}

export class StatementView {
  @IdField() account_id: string;
  @ResponseText() account_name: string;
  @MonthField() month: string;
  @DayField() from: string;
  @DayField({ description: 'Last day of the month, UTC' }) to: string;
  @TimeField({ description: 'The statement covers the month up to this time' }) as_of: string;

  @ResponseUsd() opening_usd: string;
  @ResponseUsd() top_ups_usd: string;
  @ResponseUsd({ description: 'Zero or negative' }) charges_usd: string;
  @ResponseUsd({ description: 'Card payments taken back; zero or negative' }) refunds_usd: string;
  @ResponseUsd({ description: 'New debts minus paid debts' }) debts_usd: string;
  @ResponseUsd() reversals_usd: string;
  @ResponseUsd() adjustments_usd: string;
  @ResponseUsd({ description: 'The opening balance plus all amounts above' }) closing_usd: string;

  @ResponseInteger() requests: number;
  @ResponseInteger() charged_requests: number;

  @ResponseObject(StatementDay, { list: true, description: 'Days with requests or ledger entries, oldest first' })
  days: StatementDay[];

  @ResponseObject(LedgerEntryView, {
    list: true,
    description: 'The newest 100 entries other than charges, oldest first; fewer if their notes are long',
  })
  entries: LedgerEntryView[];

  @ResponseObject(OperationTotalsView, { list: true, description: 'Highest spend first' })
  by_operation: OperationTotalsView[];

  @ResponseObject(KeyTotalsView, { list: true, description: 'The 50 keys with the highest spend; the CSV has all' })
  by_key: KeyTotalsView[];
}
