import { Menu } from '@mantine/core';
import { type Ref, useImperativeHandle } from 'react';
import { copyText } from '../../components/copy';
import { Icon } from '../../components/icon';
import type { PickedValue } from './json-tree';
import { codePath } from './value-path';

interface ValueMenuProps {
  picked: PickedValue | undefined;
  onClose: () => void;
}

/** What can be done with one value of an answer; it opens at the line that shows the value. */
export function ValueMenu({ picked, onClose }: ValueMenuProps) {
  if (!picked) return null;
  const path = codePath(picked.path);
  const text = typeof picked.value === 'string' ? picked.value : JSON.stringify(picked.value);
  return (
    <Menu
      key={picked.path}
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Anchor element={picked.element} />
      </Menu.Target>
      <Menu.Dropdown aria-label={path} miw="13rem" maw="20rem">
        <Menu.Item leftSection={<Icon name="copy" size={15} />} data-autofocus onClick={() => void copyText(text)}>
          Copy value
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="copy" size={15} />} onClick={() => void copyText(`${path} = ${text}`)}>
          Copy with its path
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Hands an element that is already on the page to the menu, which places itself beside it. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
