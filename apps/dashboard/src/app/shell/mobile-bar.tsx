import { ActionIcon, Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../components/icon';
import { Logo } from '../../components/logo';
import classes from './mobile-bar.module.css';
import { Navigation } from './navigation';
import { ThemeSwitch } from './theme-switch';
import { UserMenu } from './user-menu';

export function MobileBar() {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.home} aria-label="Loupe, start page">
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
      <Drawer opened={opened} onClose={close} size="18rem" padding="md" title="Menu">
        <div className={classes.drawer}>
          <Navigation onGo={close} />
          <ThemeSwitch />
          <UserMenu />
        </div>
      </Drawer>
    </header>
  );
}
