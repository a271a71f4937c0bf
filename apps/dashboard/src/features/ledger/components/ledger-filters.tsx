import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FilterBar } from '../../../components/filter-bar';
import { kindNames } from '../kind-names';
import { type LedgerSearch, ledgerSearch, recentMonths } from '../ledger-search';

export function LedgerFilters() {
  const navigate = useNavigate();
  const search = ledgerSearch(useSearch({ strict: false }));
  const field = (name: keyof LedgerSearch) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      void navigate({ to: '.', search: ledgerSearch({ ...search, [name]: value }), replace: true }),
  });
  return (
    <FilterBar label="Filters of the ledger">
      <NativeSelect label="Month (UTC)" data={[{ value: '', label: 'All' }, ...recentMonths()]} {...field('month')} />
      <NativeSelect
        label="Kind"
        data={[
          { value: '', label: 'All' },
          ...Object.entries(kindNames).map(([value, label]) => ({ value, label: `${label}s` })),
        ]}
        {...field('kind')}
      />
    </FilterBar>
  );
}
