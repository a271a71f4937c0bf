import { Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Dialog } from '../../components/dialog';

const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const shortcuts = [
  [`${control} K`, 'Search, and actions such as “rotate nightly”'],
  ['J', 'Older request, beside the request log'],
  ['K', 'Newer request'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
] as const;

export function Shortcuts() {
  const [opened, list] = useDisclosure();
  useHotkeys([['shift+?', list.open]]);
  return (
    <Dialog title="Keyboard shortcuts" opened={opened} onClose={list.close}>
      <Table>
        <Table.Tbody>
          {shortcuts.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" w="6rem">
                <kbd>{key}</kbd>
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
