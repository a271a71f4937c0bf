import { Bars3Icon } from '@heroicons/react/24/outline';
import { ActionIcon, Alert, Box, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue } from 'react';
import { isStaff } from '../../account/permissions';
import { useOnline } from '../../api/connection';
import { useSession } from '../../api/session';
import { Logo } from '../../components/page';
import { openSearch } from '../search/early-typing';
import { Bell } from './bell';
import { Navigation, ShellFoot } from './navigation';
import classes from './shell.module.css';
import { Shortcuts } from './shortcuts';

const Palette = lazy(() => import('../search/palette').then((module) => ({ default: module.Palette })));

export function Shell() {
  // Registered here, so the shortcut works before the search has loaded.
  useHotkeys([['mod+K', openSearch]], []);
  // The router mounts a route in one synchronous render. A deferred render yields between parts, so the page stays responsive.
  const isReady = useDeferredValue(true, false);
  if (!isReady) return null;
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <MobileBar />
      <Stack component="aside" className={classes.side} justify="space-between" gap="lg">
        <Navigation />
        <ShellFoot />
      </Stack>
      <main id="content" tabIndex={-1} className={classes.main}>
        <ConnectionBar />
        <Outlet />
      </main>
      <Shortcuts />
      <Suspense>
        <Palette />
      </Suspense>
    </div>
  );
}

function MobileBar() {
  const [opened, menu] = useDisclosure();
  const { role } = useSession().user;
  return (
    <Group component="header" className={`${classes.mobileBar} unprinted`} justify="space-between" px="md" py="xs">
      <Link to="/" className="plain" aria-label="Loupe home">
        <Logo />
      </Link>
      <Group gap="xs">
        {!isStaff(role) && <Bell />}
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Menu"
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={menu.open}
        >
          <Bars3Icon width={18} />
        </ActionIcon>
      </Group>
      <Drawer opened={opened} onClose={menu.close} size="18rem" padding="md" title="Menu">
        <Stack gap="lg">
          <Navigation onGo={menu.close} />
          <ShellFoot />
        </Stack>
      </Drawer>
    </Group>
  );
}

const offline =
  'You are offline. This page shows what it has already loaded, and resumes as soon as your connection is back.';
const unreachable = 'Loupe is not responding: it may be restarting. This page resumes as soon as Loupe responds.';

function ConnectionBar() {
  const isOnline = useOnline();
  return (
    <Box role="status" pos="sticky" top="var(--space-2)" style={{ zIndex: 4 }}>
      {!isOnline && (
        <Alert color="warn" role="none" ta="center" mb="md" py="xs">
          {navigator.onLine ? unreachable : offline}
        </Alert>
      )}
    </Box>
  );
}
