import { ActionIcon, Group, Stack } from '@mantine/core';
import { type AnyRoute, Link, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { useSession } from '../../api/session';
import { LazyMount } from '../../components/dialog';
import { Icon, Logo } from '../../components/icon';
import { Bell } from './bell';
import { ConnectionBar } from './connection-bar';
import { Navigation, ShellFoot } from './navigation';
import classes from './shell.module.css';

export function Shell() {
  usePages();
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
    </div>
  );
}

const restAfterMs = 10_000;

/** Once nobody waits for anything, loads the code of all pages: then each opens also while the server restarts. */
function usePages(): void {
  const { routesById } = useRouter();
  useEffect(() => {
    const load = async () => {
      for (const route of Object.values(routesById) as AnyRoute[]) await route.options.component?.preload?.();
    };
    const timer = setTimeout(() => void load(), restAfterMs);
    return () => clearTimeout(timer);
  }, [routesById]);
}

const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu')).MobileMenu }));

function MobileBar() {
  const [opened, setOpened] = useState(false);
  const { role } = useSession().user;
  return (
    <Group component="header" className={`${classes.mobileBar} unprinted`} justify="space-between" px="md" py="xs">
      <Link to="/" className="plain" aria-label="Loupe home">
        <Logo />
      </Link>
      <Group gap="xs">
        {role !== 'support' && <Bell />}
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Menu"
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <Icon name="menu" />
        </ActionIcon>
      </Group>
      <LazyMount when={opened}>
        <MobileMenu opened={opened} onClose={() => setOpened(false)} />
      </LazyMount>
    </Group>
  );
}
