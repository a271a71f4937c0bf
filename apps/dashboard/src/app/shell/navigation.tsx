import { BookOpenIcon, MagnifyingGlassIcon } from '@heroicons/react/24/outline';
import { Badge, Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isStaff } from '../../account/permissions';
import { useSession } from '../../api/session';
import { Logo } from '../../components/page';
import { customersQuery } from '../../features/customers/customer-queries';
import { pendingTopUpsQuery, rateRequestsQuery } from '../../features/oversight/oversight-queries';
import { destinationsFor } from '../search/destinations';
import { openSearch } from '../search/early-typing';
import { Bell } from './bell';
import classes from './shell.module.css';
import { UserMenu } from './user-menu';

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
            {!isStaff(role) && <Bell />}
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
              <Icon width={18} />
              {label}
              {isStaff(role) && <WaitingBadge at={to} />}
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
        <BookOpenIcon width={18} />
        API reference
      </a>
      <UserMenu />
      <Release />
    </Stack>
  );
}

/** What staff and owners are asked for in a support case. */
function Release() {
  const { user, version, commit } = useSession();
  if (!isStaff(user.role) && user.role !== 'owner') return null;
  return (
    <Text size="xs" c="dimmed" px="xs">
      Loupe {version} ({commit})
    </Text>
  );
}

function SearchButton() {
  return (
    <UnstyledButton className={classes.search} onClick={openSearch} aria-haspopup="dialog">
      <MagnifyingGlassIcon width={16} />
      <Text span inherit truncate>
        Search or paste id
      </Text>
      <kbd>{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
    </UnstyledButton>
  );
}

const pollMs = 60_000;

function WaitingBadge({ at }: { at: string }) {
  if (at === '/support') return <TopUps />;
  if (at === '/support/pending-top-ups') return <PendingTopUps />;
  return at === '/support/rate-requests' ? <RateRequests /> : null;
}

function PendingTopUps() {
  const { data } = useInfiniteQuery({ ...pendingTopUpsQuery, refetchInterval: pollMs });
  return <Count of={data?.pages} />;
}

function TopUps() {
  const { data } = useInfiniteQuery({ ...customersQuery({ view: 'asking' }), refetchInterval: pollMs });
  return <Count of={data?.pages} />;
}

function RateRequests() {
  const { data } = useInfiniteQuery({ ...rateRequestsQuery('open'), refetchInterval: pollMs });
  return <Count of={data?.pages} />;
}

function Count({ of: pages }: { of: readonly { items: readonly unknown[]; has_more: boolean }[] | undefined }) {
  const count = pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  if (count === 0) return null;
  return (
    <Badge color="accent">
      {count}
      {pages?.at(-1)?.has_more && '+'}
      <span className="visually-hidden"> waiting</span>
    </Badge>
  );
}
