import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../components/icon';
import { findOperations } from '../catalogue';
import classes from './operation-list.module.css';

export function OperationList({ chosen }: { chosen: string }) {
  const [words, setWords] = useState('');
  const found = findOperations(words);
  const groups = useRef<HTMLDivElement>(null);
  useEffect(() => {
    groups.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <nav aria-label="Operations" className={classes.nav}>
      <TextInput
        aria-label="Find an operation"
        placeholder="Find an operation"
        type="search"
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div ref={groups} className={classes.groups}>
        {found.length === 0 && <p className={classes.none}>No operation has these words.</p>}
        {found.map(({ domain, operations }) => (
          <section key={domain} aria-label={domain}>
            <h2 className={classes.domain}>{domain}</h2>
            <ul>
              {operations.map(({ name, summary }) => (
                <li key={name}>
                  <Link
                    to="/playground"
                    search={{ operation: name }}
                    className={classes.link}
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
      </div>
    </nav>
  );
}
