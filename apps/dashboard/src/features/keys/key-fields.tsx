import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KeyFormValues } from './key-form';
import classes from './keys.module.css';

/** Name and limits; every limit may stay empty. */
export function KeyFields({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  return (
    <>
      <TextInput
        label="Name"
        description="Where it is used, so that you know what breaks without it."
        placeholder="Production"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <fieldset className={classes.limitFields}>
        <legend>
          Limits <span className={classes.limitHint}>— each may stay empty</span>
        </legend>
        <TextInput
          label="Most a day"
          leftSection="$"
          inputMode="decimal"
          placeholder="no cap"
          {...form.getInputProps('daily_cap_usd')}
        />
        <TextInput
          label="Most a month"
          leftSection="$"
          inputMode="decimal"
          placeholder="no cap"
          {...form.getInputProps('monthly_cap_usd')}
        />
        <TextInput label="Works until" type="date" {...form.getInputProps('expires_at')} />
        <Textarea
          className={classes.fullRow}
          label="Allowed addresses"
          description="IP addresses or ranges, one per line. Empty: any address."
          placeholder={'203.0.113.0/24\n2001:db8::/32'}
          autosize={false}
          rows={2}
          {...form.getInputProps('allowed_ips')}
        />
      </fieldset>
    </>
  );
}
