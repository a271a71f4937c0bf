import { Button } from '@mantine/core';
import { useAccountScope } from '../../../account/account-scope';
import type { View } from '../../../api/views';
import { Icon, type IconName } from '../../../components/icon';
import type { KeyAction } from '../key-dialog';
import classes from './key-actions.module.css';

interface Choice {
  action: KeyAction;
  icon: IconName;
  text: string;
}

const ownerChoices: readonly Choice[] = [
  { action: 'edit', icon: 'edit', text: 'Edit' },
  { action: 'rotate', icon: 'rotate', text: 'Rotate' },
  { action: 'ask', icon: 'rate', text: 'Raise the rate' },
  { action: 'revoke', icon: 'revoke', text: 'Revoke' },
];
const supportChoices: readonly Choice[] = [{ action: 'rate', icon: 'rate', text: 'Change the rate' }];

interface KeyActionsProps {
  apiKey: View<'KeyView'>;
  onAct: (action: KeyAction) => void;
}

/** What can be done to a working key: the owner everything but the rate, support the rate and nothing else. */
export function KeyActions({ apiKey, onAct }: KeyActionsProps) {
  const choices = useAccountScope().kind === 'own' ? ownerChoices : supportChoices;
  const asked = apiKey.rate_request?.state === 'open';
  return (
    <div className={classes.actions}>
      {choices
        .filter(({ action }) => action !== 'ask' || !asked)
        .map(({ action, icon, text }) => (
          <Button
            key={action}
            variant="subtle"
            color={action === 'revoke' ? 'red' : 'gray'}
            size="compact-sm"
            leftSection={<Icon name={icon} size={15} />}
            aria-label={`${text}: ${apiKey.name}`}
            onClick={() => onAct(action)}
          >
            {text}
          </Button>
        ))}
    </div>
  );
}
