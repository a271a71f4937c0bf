import { Box, Group, Stack } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import { Logo } from '../../components/logo';
import { destinationsFor } from '../search/destinations';
import { SearchButton } from '../search/search-button';
import { Bell } from './bell';
import classes from './shell.module.css';
import { UserMenu } from './user-menu';
import { WaitingBadge } from './waiting-badge';

/** The pages of the signed-in role. The menu of narrow screens has no logo and closes on the way. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { role } = useSession().user;
  return (
    <Stack component="nav" aria-label="Main">
      {!onGo && (
        <>
          <Group justify="space-between" wrap="nowrap">
            <Box className="plain" px="xs" renderRoot={(props) => <Link to="/" aria-label="Loupe home" {...props} />}>
              <Logo />
            </Box>
            {role !== 'support' && <Bell />}
          </Group>
          <SearchButton />
        </>
      )}
      <Stack component="ul" gap="0.125rem">
        {destinationsFor(role).map(({ to, label, icon: Icon, exact }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact, includeSearch: false }}
              {...(onGo && { onClick: onGo })}
            >
              <Icon size={18} />
              {label}
              {role === 'support' && <WaitingBadge at={to} />}
            </Link>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

export function ShellFoot() {
  return (
    <Stack gap="sm">
      <a href="/docs" target="_blank" rel="noreferrer" className={classes.link}>
        <IconBook size={18} />
        API reference
      </a>
      <UserMenu />
    </Stack>
  );
}
