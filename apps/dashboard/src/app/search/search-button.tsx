import { Text, UnstyledButton } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import classes from './search.module.css';

/** Looks like the field that it opens. */
export function SearchButton() {
  return (
    <UnstyledButton className={classes.search} onClick={spotlight.open} aria-haspopup="dialog">
      <IconSearch size={16} />
      <Text span inherit truncate>
        Search or paste id
      </Text>
      <kbd>{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
    </UnstyledButton>
  );
}
