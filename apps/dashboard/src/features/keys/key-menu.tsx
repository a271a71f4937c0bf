import { ArrowPathIcon, BoltIcon, EllipsisHorizontalIcon, NoSymbolIcon, PencilIcon } from '@heroicons/react/24/outline';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useAccountScope } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import type { KeyAction } from './key-dialogs';
import type { Key } from './key-families';

const ownerActions: readonly [KeyAction, typeof PencilIcon, string][] = [
  ['edit', PencilIcon, 'Edit'],
  ['rotate', ArrowPathIcon, 'Rotate'],
  ['request-rate', BoltIcon, 'Raise rate limit'],
  ['revoke', NoSymbolIcon, 'Revoke'],
];
const supportActions: readonly [KeyAction, typeof PencilIcon, string][] = [['set-rate', BoltIcon, 'Change rate limit']];

interface KeyMenuProps {
  apiKey: Key;
  /** Actions that have a button, with its text. */
  buttons?: Partial<Record<KeyAction, string>>;
  onAct: (action: KeyAction) => void;
}

/** Buttons for the most frequent actions, and a menu of the others. */
export function KeyMenu({ apiKey, buttons = {}, onAct }: KeyMenuProps) {
  const isOwn = useAccountScope().kind === 'own';
  const { develop, assist } = usePermissions();
  if (apiKey.state !== 'active' || !(develop || assist)) return null;
  const requested = apiKey.rate_request?.state === 'open';
  const actions = (isOwn ? ownerActions : supportActions)
    .filter(([action]) => action !== 'request-rate' || !requested)
    .filter(([action]) => !apiKey.built_in || action === 'edit' || action === 'set-rate');
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      {actions.map(
        ([action]) =>
          buttons[action] && (
            <Button
              key={action}
              size="compact-sm"
              aria-label={`${buttons[action]} ${apiKey.name}`}
              onClick={() => onAct(action)}
            >
              {buttons[action]}
            </Button>
          ),
      )}
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={`Actions: ${apiKey.name}`}>
            <EllipsisHorizontalIcon width={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(([action, Icon, text]) => (
            <div key={action}>
              {action === 'revoke' && <Menu.Divider />}
              <Menu.Item
                leftSection={<Icon width={15} />}
                {...(action === 'revoke' && { c: 'var(--bad)' })}
                onClick={() => onAct(action)}
              >
                {text}
              </Menu.Item>
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
