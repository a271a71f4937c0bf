import { Box, NavLink, Stack, TextInput } from '@mantine/core';
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
    <Stack component="nav" aria-label="Operations" gap="sm" mah="calc(100dvh - var(--space-8))">
      <TextInput
        aria-label="Find an operation"
        placeholder="Find an operation"
        type="search"
        leftSection={<IconSearch size={16} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Stack ref={groups} className={classes.fading} pb="lg">
        {found.length === 0 && <p className="soft">No operation matches.</p>}
        {found.map(({ domain, operations }) => (
          <section key={domain} aria-label={domain}>
            <Box component="h2" px="xs" pb="var(--space-1)" c="var(--ink-soft)" fz="xs" tt="capitalize">
              {domain}
            </Box>
            <ul>
              {operations.map(({ name, summary }) => (
                <li key={name}>
                  <NavLink
                    label={summary}
                    active={name === chosen}
                    aria-current={name === chosen ? 'true' : undefined}
                    renderRoot={(props) => (
                      <Link
                        to="/playground"
                        search={{ ...search, operation: name }}
                        activeOptions={{ includeSearch: true }}
                        {...props}
                      />
                    )}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </Stack>
  );
}
