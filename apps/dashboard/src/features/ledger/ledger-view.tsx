import { PrinterIcon } from '@heroicons/react/24/outline';
import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { overviewLink, useAccountScope } from '../../account/account-scope';
import { AddFunds } from '../../account/add-funds';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { DownloadButton } from '../../components/download-button';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Money } from '../../components/values';
import { countOf } from '../../format/counts';
import { formatDay } from '../../format/time';
import { microsOf } from '../../format/usd';
import classes from './ledger.module.css';
import { entriesCsv, statementCsv, statementQuery } from './ledger-queries';
import { ledgerSearch, monthChoices, monthName, thisMonth } from './ledger-search';
import { PaymentsPanel } from './payments-panel';
import { StatementTable, usualPlaces } from './statement-table';

export function LedgerPage() {
  const { add } = ledgerSearch(useSearch({ strict: false }));
  return (
    <Page
      title="Ledger"
      lede="Every movement of the balance. Entries never change: mistakes are corrected by a reversal."
      actions={<AddFunds isOpened={add === true} />}
    >
      <LedgerView />
    </Page>
  );
}

type Statement = View<'StatementView'>;

export function LedgerView() {
  const scope = useAccountScope();
  const { own } = usePermissions();
  const { month = thisMonth() } = ledgerSearch(useSearch({ strict: false }));
  const statement = useQuery(statementQuery(scope, month));
  return (
    <Stack miw={0}>
      <StatementControls month={month} />
      <QueryView query={statement} loading="Loading the statement">
        {(view) => (
          <Panel
            title={monthName(view.month)}
            description={<Whose statement={view} />}
            actions={
              <Link {...overviewLink(scope)} search={{ from: view.from, to: view.to }}>
                Charges by operation and key
              </Link>
            }
            flush
          >
            <Summary statement={view} />
            <StatementTable statement={view} />
          </Panel>
        )}
      </QueryView>
      {(own || scope.kind === 'customer') && <PaymentsPanel />}
    </Stack>
  );
}

function StatementControls({ month }: { month: string }) {
  const scope = useAccountScope();
  const navigate = useNavigate();
  return (
    <Group className="unprinted" justify="space-between" align="end" gap="sm">
      <NativeSelect
        label="Month (UTC)"
        miw="12rem"
        data={monthChoices(month)}
        value={month}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ to: '.', search: value === thisMonth() ? {} : { month: value }, replace: true })
        }
      />
      <Group gap="xs">
        <Button leftSection={<PrinterIcon width={15} />} onClick={() => window.print()}>
          Print
        </Button>
        <DownloadButton
          href={statementCsv(scope, month)}
          fallbackName={`statement-${month}.csv`}
          label="Statement (CSV)"
        />
        <DownloadButton
          href={entriesCsv(scope, month)}
          fallbackName={`entries-${month}.csv`}
          label="All entries (CSV)"
        />
      </Group>
    </Group>
  );
}

function Whose({ statement: { account_name, account_id, from, to } }: { statement: Statement }) {
  return (
    <>
      {account_name} <span className="aside">(account {account_id})</span>, {formatDay(from)} to {formatDay(to)}{' '}
      {to.slice(0, 4)}, UTC
    </>
  );
}

function Summary({ statement }: { statement: Statement }) {
  const { opening_usd, top_ups_usd, charges_usd, reversals_usd, closing_usd } = statement;
  const { refunds_usd, debts_usd, adjustments_usd } = statement;
  const rare = { Refunds: refunds_usd, Debts: debts_usd, Adjustments: adjustments_usd };
  return (
    <dl className={classes.summary} aria-label="Summary">
      <Figure name="Opening" usd={opening_usd} />
      <Figure name="Top-ups" usd={top_ups_usd} signed />
      <Figure name={countOf(statement.charged_requests, 'charge')} usd={charges_usd} />
      <Figure name="Reversals" usd={reversals_usd} />
      {Object.entries(rare).map(
        ([name, usd]) => microsOf(usd) !== 0n && <Figure key={name} name={name} usd={usd} signed />,
      )}
      <Figure name="Closing" usd={closing_usd} />
    </dl>
  );
}

function Figure({ name, usd, signed = false }: { name: string; usd: string; signed?: boolean }) {
  return (
    <div>
      <Box component="dt" c="var(--ink-soft)" fz="xs">
        {name}
      </Box>
      <Box component="dd" fz="lg" fw={550}>
        <Money usd={usd} signed={signed} places={usualPlaces} />
      </Box>
    </div>
  );
}
