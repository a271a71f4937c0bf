import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../components/icon';
import { Page } from '../../../components/page';
import { CreateCustomerDialog } from './create-customer-dialog';
import { CustomerResults } from './customer-results';
import classes from './customers-page.module.css';

const typingPauseMs = 250;

/** One box that finds a customer by whatever support is given. */
export function CustomersPage() {
  const navigate = useNavigate();
  const { q = '', create = false } = useSearch({ from: '/signed-in/support/' });
  const [text, setText] = useState(q);
  const search = useDebouncedCallback(
    (wanted: string) => void navigate({ to: '/support', search: wanted ? { q: wanted } : {}, replace: true }),
    typingPauseMs,
  );
  const show = (opened: boolean) =>
    void navigate({ to: '/support', search: { ...(q && { q }), ...(opened && { create: true }) }, replace: !opened });
  return (
    <Page
      title="Customers"
      actions={
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => show(true)}>
          New customer
        </Button>
      }
    >
      <search>
        <TextInput
          className={classes.box}
          size="md"
          type="search"
          aria-label="Find a customer"
          placeholder="Name, email, key, request or entry id"
          leftSection={<Icon name="search" />}
          autoFocus
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            search(value.trim());
          }}
        />
      </search>
      <CustomerResults text={q} onCreate={() => show(true)} />
      <CreateCustomerDialog opened={create} onClose={() => show(false)} />
    </Page>
  );
}
