import { Switch } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

export const useTableSearch = (): boolean => (useSearch({ strict: false }) as TableSearch).table === true;

/** Screen readers and keyboards cannot use a chart. The table has the same figures. */
export function TableSwitch() {
  const navigate = useNavigate();
  const show = (table: boolean) =>
    void navigate({
      to: '.',
      search: ({ table: _shown, ...search }) => (table ? { ...search, table } : search),
      replace: true,
      resetScroll: false,
    });
  return (
    <Switch
      size="xs"
      label="Show as table"
      checked={useTableSearch()}
      onChange={(event) => show(event.currentTarget.checked)}
    />
  );
}

interface TableSearch {
  table?: true;
}

export const tableSearch = ({ table }: Record<string, unknown>): TableSearch => (table === true ? { table } : {});
