import { Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { findOperations } from './catalogue';
import classes from './playground.module.css';
import type { PlaygroundSearch } from './trail/playground-search';

/** Every operation by its domain. Choosing one keeps the trail: what is sent next goes on from there. */
export function OperationList({ chosen, search }: { chosen: string; search: PlaygroundSearch }) {
  const [words, setWords] = useState('');
  const found = findOperations(words);
  const groups = useRef<HTMLDivElement>(null);
  useEffect(() => {
    groups.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <nav aria-label="Operations" className={classes.operationList}>
      <TextInput
        aria-label="Find an operation"
        placeholder="Find an operation"
        type="search"
        leftSection={<IconSearch size={16} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Stack ref={groups} style={{ overflowY: 'auto' }}>
        {found.length === 0 && <p className="soft">No operation matches.</p>}
        {found.map(({ domain, operations }) => (
          <section key={domain} aria-label={domain}>
            <h2 className={classes.domain}>{domain}</h2>
            <ul>
              {operations.map(({ name, summary }) => (
                <li key={name}>
                  <Link
                    to="/playground"
                    search={{ ...search, operation: name }}
                    className={classes.operationLink}
                    aria-current={name === chosen ? 'true' : undefined}
                    activeOptions={{ includeSearch: true }}
                  >
                    {summary}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </nav>
  );
}
