import { ActionIcon, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import { Logo } from '../../components/logo';
import { Palette } from '../search/palette';
import { Bell } from './bell';
import { ConnectionBar } from './connection-bar';
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
        <ConnectionBar />
        <Outlet />
      </main>
      <Palette />
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
        {role !== 'support' && <Bell />}
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Menu"
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={menu.open}
        >
          <IconMenu2 size={18} />
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
