import { ActionIcon, Group, Stack } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { LazyMount } from '../../components/dialog';
import { Icon, Logo } from '../../components/icon';
import { Navigation, ShellFoot } from './navigation';
import classes from './shell.module.css';

export function Shell() {
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
        <Outlet />
      </main>
    </div>
  );
}

const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu')).MobileMenu }));

function MobileBar() {
  const [opened, setOpened] = useState(false);
  return (
    <Group component="header" className={`${classes.mobileBar} unprinted`} justify="space-between" px="md" py="xs">
      <Link to="/" className="plain" aria-label="Loupe home">
        <Logo />
      </Link>
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
      <LazyMount when={opened}>
        <MobileMenu opened={opened} onClose={() => setOpened(false)} />
      </LazyMount>
    </Group>
  );
}
