import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useAccountScope } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import { IconBan, IconDots, IconGauge, IconPencil, IconRefresh } from '../../components/icons';
import type { KeyAction } from './key-dialogs';
import type { Key } from './key-families';

const ownerActions: readonly [KeyAction, typeof IconPencil, string][] = [
  ['edit', IconPencil, 'Edit'],
  ['rotate', IconRefresh, 'Rotate'],
  ['request-rate', IconGauge, 'Raise rate limit'],
  ['revoke', IconBan, 'Revoke'],
];
const supportActions: readonly [KeyAction, typeof IconPencil, string][] = [
  ['set-rate', IconGauge, 'Change rate limit'],
];

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
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(([action, Icon, text]) => (
            <div key={action}>
              {action === 'revoke' && <Menu.Divider />}
              <Menu.Item
                leftSection={<Icon size={15} />}
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
