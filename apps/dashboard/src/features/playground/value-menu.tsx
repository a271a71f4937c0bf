import { DocumentDuplicateIcon } from '@heroicons/react/24/outline';
import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type Ref, useImperativeHandle } from 'react';
import { usePrices } from '../../account/operations';
import { describeUsd } from '../../format/usd';
import { operationsOf, type Reference } from './history/references';
import { type Step, shortNameOf } from './history/step';
import { codePath } from './value-path';

export interface PickedValue {
  readonly path: string;
  readonly value: unknown;
  readonly references: readonly Reference[];
  readonly element: HTMLElement;
}

interface ValueMenuProps {
  picked: PickedValue;
  onClose: () => void;
  onSend: (step: Step) => void;
}

export function ValueMenu({ picked, onClose, onSend }: ValueMenuProps) {
  const { path, value, references, element } = picked;
  const prices = usePrices();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const code = codePath(path);
  const { copy } = useClipboard();
  return (
    <Menu
      key={path}
      opened
      onChange={(opened) => {
        if (opened) return;
        element.focus({ preventScroll: true });
        onClose();
      }}
      position="bottom-start"
      withinPortal={false}
      trapFocus
    >
      <Menu.Target>
        <Anchor element={element} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Ask about ${code}`} {...dropdown}>
        {references.map((reference, referenceIndex) => (
          <div key={reference.label}>
            <Menu.Label>{reference.label}</Menu.Label>
            {operationsOf(reference).map((operation, index) => (
              <Menu.Item
                key={operation.name}
                rightSection={<Price usd={prices.get(operation.name)} />}
                data-autofocus={referenceIndex + index === 0 || undefined}
                onClick={() => onSend(stepOf(reference, operation))}
              >
                {capitalised(shortNameOf(operation))}
              </Menu.Item>
            ))}
          </div>
        ))}
        {references.length > 0 && <Menu.Divider />}
        <Menu.Item
          leftSection={<DocumentDuplicateIcon width={15} />}
          data-autofocus={references.length === 0 || undefined}
          onClick={() => copy(text)}
        >
          Copy value
        </Menu.Item>
        <Menu.Item leftSection={<DocumentDuplicateIcon width={15} />} onClick={() => copy(`${code} = ${text}`)}>
          Copy with its path
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const dropdown = {
  miw: '14rem',
  maw: '20rem',
  mah: '31rem',
  fz: 'var(--text-sm)',
  style: { overflowY: 'auto' },
} as const;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const Price = ({ usd }: { usd: string | undefined }) => <span className="aside">{usd && describeUsd(usd)}</span>;

function stepOf(reference: Reference, operation: Step['operation']): Step {
  const needed = Object.entries(reference.values).filter(([name]) => operation.parameters[name]?.required);
  return { operation, values: Object.fromEntries(needed) };
}

/** Anchors the menu to an element that is already on the page. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
