import { Button, type MantineColorScheme, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useClickOutside, useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { accountQuery } from '../../account/account-queries';
import { forgetKeys } from '../../account/known-keys';
import { roleNames } from '../../account/permissions';
import { signOut, useSession } from '../../api/session';
import { Icon } from '../../components/icon';
import { Segments } from '../../components/segments';
import classes from './shell.module.css';

/** Whose account this is and as whom; behind it what concerns the person: theme, news, the way out. */
export function UserMenu() {
  const { email, role } = useSession().user;
  const { data: account } = useQuery({ ...accountQuery({ kind: 'own' }), enabled: role !== 'support' });
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const place = useClickOutside(close);
  useHotkeys(opened ? [['Escape', close]] : []);
  const panelId = useId();
  return (
    <div ref={place} className={classes.user}>
      {opened && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would group fields, and most of this is none
        <div id={panelId} role="group" aria-label="Your account" className={classes.userPanel}>
          <p className="strong breakable">{email}</p>
          <ThemeSwitch />
          <a href="/docs/changelog" target="_blank" rel="noreferrer" className={classes.link}>
            <Icon name="news" />
            What’s new
          </a>
          <SignOutButton />
        </div>
      )}
      <UnstyledButton
        className={classes.userButton}
        aria-expanded={opened}
        aria-controls={opened ? panelId : undefined}
        onClick={() => setOpened(!opened)}
      >
        <Icon name="person" />
        <span className={classes.userName}>
          <span className={classes.email}>{role === 'support' ? email : (account?.name ?? email)}</span>
          <span className="aside">{roleNames[role]}</span>
        </span>
        <Icon name={opened ? 'down' : 'up'} size={14} />
      </UnstyledButton>
    </div>
  );
}

function SignOutButton() {
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      forgetKeys();
      return navigate({ to: '/sign-in' });
    },
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="signOut" size={16} />}
      loading={leave.isPending}
      onClick={() => leave.mutate()}
    >
      Sign out
    </Button>
  );
}

const themeChoices: readonly (readonly [MantineColorScheme, string])[] = [
  ['light', 'Light'],
  ['auto', 'System'],
  ['dark', 'Dark'],
];

function ThemeSwitch() {
  // Without transitions it would write a style element to switch them off, which the CSP forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return <Segments label="Theme" value={colorScheme} onChange={setColorScheme} choices={themeChoices} />;
}
