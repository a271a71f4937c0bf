import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../../components/page';
import { type CallValues, withExamples, withTyped } from '../call-values';
import { findOperations, operationNamed } from '../catalogue';
import { OperationList } from './operation-list';
import { OperationPanel } from './operation-panel';
import classes from './playground-page.module.css';

/** Every operation of the table, ready to be filled in and sent. What is typed stays when another one is chosen. */
export function PlaygroundPage() {
  const navigate = useNavigate();
  const { operation: chosen } = useSearch({ from: '/signed-in/owner/playground' });
  const operation = operationNamed(chosen);
  const [typed, setTyped] = useState<CallValues>({});
  const choose = (name: string) => void navigate({ to: '/playground', search: { operation: name } });
  return (
    <Page title="Playground" lede="Try any operation with one of your keys. Calls cost what they always cost.">
      <div className={classes.playground}>
        <div className={classes.list}>
          <OperationList chosen={operation.name} />
        </div>
        <NativeSelect
          className={classes.select}
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
