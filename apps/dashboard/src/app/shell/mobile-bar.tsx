import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { Icon } from '../../components/icon';
import { Logo } from '../../components/logo';
import { WhenWanted } from '../../components/when-wanted';
import classes from './mobile-bar.module.css';

const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu')).MobileMenu }));

export function MobileBar() {
  const [opened, setOpened] = useState(false);
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
      <WhenWanted wanted={opened}>
        <MobileMenu opened={opened} onClose={() => setOpened(false)} />
      </WhenWanted>
    </header>
  );
}
