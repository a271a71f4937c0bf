import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

interface ChartMenuProps {
  items?: readonly { readonly label: string; readonly onChoose: () => void }[];
}

/** What a chart can also show. Screen readers and keyboards cannot use a picture: the table has the same figures. */
export function ChartMenu({ items = [] }: ChartMenuProps) {
  const navigate = useNavigate();
  const asTable = useTableSearch();
  const search = ({ table: _shown, ...rest }: TableSearch) => (asTable ? rest : { ...rest, table: true });
  const toggle = () => void navigate({ to: '.', search, replace: true, resetScroll: false });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="Chart options">
          <EllipsisHorizontalIcon width={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[{ label: asTable ? 'Show as chart' : 'Show as table', onChoose: toggle }, ...items].map((item) => (
          <Menu.Item key={item.label} onClick={item.onChoose}>
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface TableSearch {
  table?: true;
}

export const useTableSearch = (): boolean => (useSearch({ strict: false }) as TableSearch).table === true;

export const tableSearch = ({ table }: Record<string, unknown>): TableSearch => (table === true ? { table } : {});
