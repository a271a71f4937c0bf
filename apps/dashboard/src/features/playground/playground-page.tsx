import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon';
import { Page } from '../../components/page';
import { type CallValues, withExamples, withTyped } from './call-values';
import { findOperations, operationNamed } from './catalogue';
import { OperationPanel } from './operation-panel';
import classes from './playground.module.css';

/** Every operation, ready to fill in and send. Typed values stay when another one is chosen. */
export function PlaygroundPage() {
  const navigate = useNavigate();
  const { operation: chosen } = useSearch({ from: '/signed-in/owner/playground' });
  const operation = operationNamed(chosen);
  const [typed, setTyped] = useState<CallValues>({});
  const choose = (name: string) => void navigate({ to: '/playground', search: { operation: name } });
  return (
    <Page title="Playground" lede="Try any operation with one of your keys, at the usual price.">
      <div className={classes.playground}>
        <div className={classes.operationColumn}>
          <OperationList chosen={operation.name} />
        </div>
        <NativeSelect
          className={classes.operationSelect}
          label="Operation"
          value={operation.name}
          onChange={(event) => choose(event.currentTarget.value)}
          data={findOperations('').map(({ domain, operations }) => ({
            group: domain,
            items: operations.map(({ name, summary }) => ({ value: name, label: summary })),
          }))}
        />
        <OperationPanel
          key={operation.name}
          operation={operation}
          values={withExamples(operation, typed)}
          onType={(name, text) => setTyped((before) => withTyped(operation, before, name, text))}
        />
      </div>
    </Page>
  );
}

function OperationList({ chosen }: { chosen: string }) {
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
        leftSection={<Icon name="search" size={16} />}
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
                    search={{ operation: name }}
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
