import { ActionIcon, Menu } from '@mantine/core';
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

export function KeyMenu({ apiKey, onAct }: { apiKey: Key; onAct: (action: KeyAction) => void }) {
  const isOwn = useAccountScope().kind === 'own';
  const { develop } = usePermissions();
  const actions = isOwn ? ownerActions : supportActions;
  if (apiKey.state !== 'active' || (isOwn && !develop)) return null;
  const requested = apiKey.rate_request?.state === 'open';
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions: ${apiKey.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter(([action]) => action !== 'request-rate' || !requested)
          .filter(([action]) => !apiKey.built_in || action === 'edit' || action === 'set-rate')
          .map(([action, Icon, text]) => (
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
  );
}
