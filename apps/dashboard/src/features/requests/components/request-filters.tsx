import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { keysQuery } from '../../../account/keys-query';
import { operationsQuery } from '../../../account/operations-query';
import { FilterBar } from '../../../components/filter-bar';
import { outcomeChoices } from '../outcomes';
import { type RequestsSearch, requestsSearch } from '../requests-search';

/** The filters live in the address, so that a view can be sent to a colleague. */
export function RequestFilters() {
  const navigate = useNavigate();
  const search = requestsSearch(useSearch({ strict: false }));
  const keys = useQuery(keysQuery(useAccountScope())).data ?? [];
  const operations = useQuery(operationsQuery).data ?? [];
  const field = (name: keyof RequestsSearch) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      void navigate({ to: '.', search: requestsSearch({ ...search, [name]: value }), replace: true }),
  });
  return (
    <FilterBar label="Filters of the log">
      <NativeSelect
        label="Key"
        data={[{ value: '', label: 'All' }, ...keys.map(({ id, name }) => ({ value: id, label: name }))]}
        {...field('keyId')}
      />
      <NativeSelect
        label="Operation"
        data={[{ value: '', label: 'All' }, ...operations.map(({ name }) => name)]}
        {...field('operation')}
      />
      <NativeSelect label="Outcome" data={outcomeChoices} {...field('outcome')} />
      <TextInput label="From" type="date" {...field('from')} />
      <TextInput label="To" type="date" {...field('to')} />
    </FilterBar>
  );
}
