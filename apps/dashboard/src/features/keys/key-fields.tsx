import { Fieldset, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { usePermissions } from '../../account/permissions';
import { UsdInput } from '../../components/dialog';
import type { KeyFormValues } from './key-form';
import classes from './keys.module.css';

const modes = [
  { value: 'live', label: 'Live: real data, charged per response' },
  { value: 'test', label: 'Test: simulated data, free' },
];

export function KeyFields({ form, isNew = false }: { form: UseFormReturnType<KeyFormValues>; isNew?: boolean }) {
  const fixed = !usePermissions().own;
  const placeholder = fixed && isNew ? 'set by the owner' : 'no limit';
  const amount = { placeholder, disabled: fixed };
  return (
    <>
      <TextInput
        label="Name"
        description="Name it after where it runs, so you know what breaks if you revoke it."
        placeholder="Production"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {isNew && (
        <NativeSelect
          label="Kind"
          description="A test key needs no balance and can simulate failures: use it in your tests."
          data={modes}
          {...form.getInputProps('mode')}
        />
      )}
      <Fieldset legend="Limits (optional)" className={classes.limitFields}>
        <UsdInput label="Daily limit" {...amount} {...form.getInputProps('daily_cap_usd')} />
        <UsdInput label="Monthly limit" {...amount} {...form.getInputProps('monthly_cap_usd')} />
        <TextInput label="Expires" type="date" {...form.getInputProps('expires_at')} />
        <Textarea
          style={{ gridColumn: '1 / -1' }}
          label="Allowed addresses"
          description="IP addresses or ranges, one per line. Leave empty to allow any address."
          placeholder={'203.0.113.0/24\n2001:db8::/32'}
          autosize={false}
          rows={2}
          {...form.getInputProps('allowed_ips')}
        />
      </Fieldset>
    </>
  );
}
