import { Switch } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

export const useTableSearch = (): boolean => (useSearch({ strict: false }) as TableSearch).table === true;

/** A chart means nothing to a screen reader and has no keyboard access; the table says the same. */
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
