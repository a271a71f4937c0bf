import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { findOperations } from './catalogue';
import classes from './playground.module.css';
import type { PlaygroundSearch } from './trail/playground-search';

/** In place of the list of operations where there is no room for it. */
export function OperationSelect({ chosen, search }: { chosen: string; search: PlaygroundSearch }) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      className={classes.operationSelect}
      label="Operation"
      value={chosen}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '/playground', search: { ...search, operation: value }, resetScroll: false })
      }
      data={findOperations('').map(({ domain, operations }) => ({
        group: domain,
        items: operations.map(({ name, summary }) => ({ value: name, label: summary })),
      }))}
    />
  );
}
