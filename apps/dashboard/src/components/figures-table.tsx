import { Box, Table } from '@mantine/core';
import { useScrolls } from './table';

interface FiguresTableProps {
  caption: string;
  columns: readonly { readonly id: string; readonly title: string }[];
  rows: readonly { readonly name: string; readonly figures: readonly string[] }[];
}

export function FiguresTable({ caption, columns, rows }: FiguresTableProps) {
  const { region, scrolls } = useScrolls();
  return (
    <Box component="section" ref={region} className="scrolling" aria-label={caption} {...(scrolls && { tabIndex: 0 })}>
      <Table stickyHeader tabularNums verticalSpacing="0.25rem" fz="var(--text-sm)" ta="right" className="figure">
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ id, title }, place) => (
              <Table.Th key={id} scope="col" c="var(--ink-soft)" fz="xs" fw={500} ta={place === 0 ? 'left' : 'right'}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, figures }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} ta="left">
                {name}
              </Table.Th>
              {figures.map((figure, place) => (
                <Table.Td key={columns[place + 1]?.id}>{figure}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
