import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, useState } from 'react';
import { LazyMount } from '../../components/dialog';
import { Icon } from '../../components/icon';
import classes from './search.module.css';

const load = () => import('./palette');
const Palette = lazy(async () => ({ default: (await load()).Palette }));

/** Looks like the field that it opens. Its code is loaded when somebody searches. */
export function SearchButton() {
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    void load().then(({ openPalette }) => openPalette());
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className={classes.search} onClick={open} aria-haspopup="dialog">
        <Icon name="search" size={16} />
        <span className={classes.words}>Search or paste id</span>
        <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      <LazyMount when={wanted}>
        <Palette />
      </LazyMount>
    </>
  );
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
