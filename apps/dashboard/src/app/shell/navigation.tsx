import { ActionIcon, Box, Group, type MantineColorScheme, Stack, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { forgetKeys } from '../../account/known-keys';
import { roleNames } from '../../account/permissions';
import { signOut, useSession } from '../../api/session';
import { Icon, type IconName, Logo } from '../../components/icon';
import { Segments } from '../../components/segments';
import { destinationsFor } from '../search/destinations';
import { SearchButton } from '../search/search-button';
import classes from './shell.module.css';

/** The pages of the signed-in role. The menu of narrow screens has no logo and closes on the way. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { role } = useSession().user;
  return (
    <Stack component="nav" aria-label="Main">
      {!onGo && (
        <Link to="/" className={classes.home} aria-label="Loupe home">
          <Logo />
        </Link>
      )}
      {!onGo && <SearchButton />}
      <Stack component="ul" gap="0.125rem">
        {destinationsFor(role).map(({ to, label, icon, exact }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact, includeSearch: false }}
              {...(onGo && { onClick: onGo })}
            >
              <Icon name={icon} />
              {label}
              {role === 'support' && (
                <Suspense>
                  <Waits at={to} />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

const Waits = lazy(async () => ({ default: (await import('./waiting-badge')).WaitingBadge }));

export function ShellFoot() {
  return (
    <Stack gap="sm">
      <a href="/docs" target="_blank" rel="noreferrer" className={classes.link}>
        <Icon name="book" />
        API reference
      </a>
      <ThemeSwitch />
      <SignedIn />
    </Stack>
  );
}

function SignedIn() {
  const { email, role } = useSession().user;
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      forgetKeys();
      return navigate({ to: '/sign-in' });
    },
  });
  return (
    <Group className="ruled" justify="space-between" wrap="nowrap" gap="xs" pt="sm" pl="xs">
      <Stack component="p" className="soft" gap={0} lh={1.3} miw={0}>
        <span className="visually-hidden">Signed in as</span>
        <span className={classes.email} title={email}>
          {email}
        </span>
        <Box component="span" fz="xs">
          {roleNames[role]}
        </Box>
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Sign out"
        title="Sign out"
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        <Icon name="signOut" size={16} />
      </ActionIcon>
    </Group>
  );
}

const themeChoices = [
  themeChoice('light', 'Light', 'sun'),
  themeChoice('auto', 'System', 'system'),
  themeChoice('dark', 'Dark', 'moon'),
];

function themeChoice(scheme: MantineColorScheme, name: string, icon: IconName) {
  const label = (
    <span title={name}>
      <Icon name={icon} size={16} />
      <span className="visually-hidden">{name}</span>
    </span>
  );
  return [scheme, label] as const;
}

function ThemeSwitch() {
  // Without transitions it would write a style element to switch them off, which the CSP forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return <Segments label="Theme" value={colorScheme} onChange={setColorScheme} choices={themeChoices} />;
}
