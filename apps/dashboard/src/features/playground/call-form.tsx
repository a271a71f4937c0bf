import type { Operation } from '@loupe/dto';
import { Box, Button, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keysQuery } from '../../account/account-queries';
import { knownKey, rememberKey } from '../../account/known-keys';
import { Icon } from '../../components/icon';
import { Notice } from '../../components/notice';
import { describeUsd } from '../../format/usd';
import type { CallValues } from './call-values';
import classes from './playground.module.css';

interface CallFormProps {
  operation: Operation;
  values: CallValues;
  faults: Readonly<Record<string, string>>;
  onType: (name: string, text: string) => void;
  /** The text of the chosen key, as soon as this tab knows it. */
  onKey: (key: string | undefined) => void;
  keyMissing: boolean;
  priceUsd: string | undefined;
  sending: boolean;
  onSend: () => void;
}

export function CallForm({ operation, values, faults, onType, onKey, keyMissing, ...call }: CallFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        call.onSend();
      }}
    >
      <Stack>
        <Box component="p" className={`soft ${classes.callPath}`} px="sm" py="xs">
          <code>
            GET <b>{operation.path}</b>
          </code>
        </Box>
        <div className={classes.callFields}>
          {Object.entries(operation.parameters).map(([name, parameter]) => (
            <ParameterField
              key={name}
              name={name}
              parameter={parameter}
              text={values[name] ?? ''}
              fault={faults[name]}
              onType={(text) => onType(name, text)}
            />
          ))}
        </div>
        {!operation.keyless && <KeyChoice onKey={onKey} missing={keyMissing} />}
        <Group className="ruled" justify="space-between" gap="sm" pt="md">
          <p className={classes.price}>
            <Price units={operation.priceUnits} priceUsd={call.priceUsd} />
          </p>
          <Button type="submit" loading={call.sending} leftSection={<Icon name="send" size={16} />}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Price({ units, priceUsd }: { units: number; priceUsd: string | undefined }) {
  if (units === 0) return 'This call is free.';
  return (
    <>
      This call costs <strong>{priceUsd === undefined ? '…' : describeUsd(priceUsd)}</strong>
      {units > 1 && ` (${units} units)`}. “Not found” is charged too; rejected and failed requests are free.
    </>
  );
}

interface ParameterFieldProps {
  name: string;
  parameter: Operation['parameters'][string];
  text: string;
  fault: string | undefined;
  onType: (text: string) => void;
}

function ParameterField({ name, parameter, text, fault, onType }: ParameterFieldProps) {
  const shared = {
    label: name,
    description: parameter.deprecated ? `Deprecated. ${parameter.description}` : parameter.description,
    required: parameter.required,
    error: fault,
    value: text,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onType(value),
  };
  if (parameter.schema.type === 'boolean')
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: `not sent (${String(parameter.schema.default ?? false)})` }, 'true', 'false']}
      />
    );
  return (
    <TextInput
      {...shared}
      placeholder={parameter.example ?? ''}
      autoComplete="off"
      spellCheck={false}
      inputMode={parameter.schema.type === 'string' ? 'text' : 'decimal'}
    />
  );
}

/** Its text must be pasted once per tab, unless it was created in this one: the server does not know it. */
function KeyChoice({ onKey, missing }: { onKey: (key: string | undefined) => void; missing: boolean }) {
  const keys = useQuery(keysQuery({ kind: 'own' })).data?.filter(({ state }) => state === 'active');
  const [chosenId, setChosenId] = useState<string>();
  const [pasted, setPasted] = useState('');
  const known = keys?.find(({ id }) => knownKey(id) !== undefined);
  const key = keys?.find(({ id }) => id === chosenId) ?? known ?? keys?.[0];
  const text = key && knownKey(key.id);
  useEffect(() => onKey(text), [text, onKey]);
  if (keys?.length === 0)
    return (
      <Notice tone="plain" title="You have no key to send with">
        <Link to="/keys" search={{ create: true }}>
          Create one
        </Link>
        , then come back: this tab remembers it.
      </Notice>
    );
  if (!key) return null;
  const paste = (value: string) => {
    const tidy = value.trim();
    if (tidy.startsWith(key.prefix)) rememberKey(key.id, tidy);
    setPasted(tidy);
  };
  const wrong = pasted !== '' && text === undefined;
  return (
    <div className={`${classes.callFields} ${classes.keyChoice}`}>
      <NativeSelect
        label="Key"
        value={key.id}
        onChange={(event) => {
          setChosenId(event.currentTarget.value);
          setPasted('');
        }}
        data={(keys ?? []).map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }))}
      />
      {text === undefined && (
        <PasswordInput
          label={`Paste the key “${key.name}”`}
          description="This tab keeps it in memory until you close or reload it."
          placeholder={`${key.prefix}…`}
          autoComplete="off"
          value={pasted}
          onChange={(event) => paste(event.currentTarget.value)}
          error={
            wrong ? `This key starts with ${key.prefix}.` : missing ? 'Paste the key to send the call.' : undefined
          }
        />
      )}
    </div>
  );
}
