import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../../api/session';
import { Icon, Logo } from '../../components/icon';
import { destinationsFor } from '../search/destinations';
import { SearchButton } from '../search/search-button';
import { Bell } from './bell';
import classes from './shell.module.css';
import { UserMenu } from './user-menu';

/** The pages of the signed-in role. The menu of narrow screens has no logo and closes on the way. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { role } = useSession().user;
  return (
    <Stack component="nav" aria-label="Main">
      {!onGo && (
        <Group justify="space-between" wrap="nowrap">
          <Link to="/" className={classes.home} aria-label="Loupe home">
            <Logo />
          </Link>
          {role !== 'support' && <Bell />}
        </Group>
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
      <UserMenu />
    </Stack>
  );
}
