import type { Operation } from '@loupe/dto';
import { Box, Button, Group, NativeSelect, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keysQuery } from '../../account/account-queries';
import { knownKey, rememberKey } from '../../account/known-keys';
import { Icon } from '../../components/icon';
import { Notice } from '../../components/notice';
import { countOf } from '../../format/counts';
import { describeUsd } from '../../format/usd';
import type { CallValues } from './call-values';
import classes from './playground.module.css';

interface CallFormProps {
  operation: Operation;
  values: CallValues;
  faults: Readonly<Record<string, string>>;
  onType: (name: string, text: string) => void;
  /** Undefined for the session's; otherwise the text of a key of the owner's, as soon as this tab knows it. */
  onKey: (key: { text: string | undefined } | undefined) => void;
  keyMissing: boolean;
  priceUsd: string | undefined;
  sending: boolean;
  /** The balance pays for nothing. */
  isEmpty: boolean;
  /** With the session: viewers spend nothing. */
  mayCall: boolean;
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
        <Parameters operation={operation} values={values} faults={faults} onType={onType} />
        {!operation.keyless && <OwnKey onKey={onKey} missing={keyMissing} />}
        <Group className="ruled" justify="space-between" gap="sm" pt="md">
          <p className={classes.price}>
            {!call.mayCall && 'Viewers cannot send calls: ask an owner of the account for another role. '}
            {call.isEmpty ? (
              <>
                The balance is empty: ask for a top-up on the <Link to="/">overview</Link>.
              </>
            ) : (
              <Price units={operation.priceUnits} priceUsd={call.priceUsd} />
            )}
          </p>
          <Button
            type="submit"
            loading={call.sending}
            disabled={call.isEmpty || !call.mayCall}
            leftSection={<Icon name="send" size={16} />}
          >
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What a call cannot do without; the rest stays folded until something of it is used. */
function Parameters({
  operation,
  values,
  faults,
  onType,
}: Pick<CallFormProps, 'operation' | 'values' | 'faults' | 'onType'>) {
  const exclusive = operation.exclusive?.required ? operation.exclusive.parameters : [];
  const isMain = (name: string) => operation.parameters[name]?.required || exclusive.includes(name);
  const names = Object.keys(operation.parameters);
  const optional = names.filter((name) => !isMain(name));
  const fields = (some: readonly string[]) => (
    <div className={classes.callFields}>
      {some.map((name) => (
        <ParameterField
          key={name}
          name={name}
          parameter={operation.parameters[name]!}
          text={values[name] ?? ''}
          fault={faults[name]}
          onType={(text) => onType(name, text)}
        />
      ))}
    </div>
  );
  return (
    <>
      {fields(names.filter(isMain))}
      {optional.length > 0 && (
        <details className={classes.optional} open={optional.some((name) => values[name]) || undefined}>
          <summary>{countOf(optional.length, 'optional parameter')}</summary>
          {fields(optional)}
        </details>
      )}
    </>
  );
}

function Price({ units, priceUsd }: { units: number; priceUsd: string | undefined }) {
  if (units === 0) return 'This call is free.';
  return (
    <>
      This call costs <strong>{priceUsd === undefined ? '…' : describeUsd(priceUsd)}</strong>
      {units > 1 && ` (${units} units)`}. Every result is charged, including “not found” and “private”. Your mistakes
      and our failures are free.
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

type OnKey = CallFormProps['onKey'];

/** Calls are made with the session; somebody who wants to try a key of their own can. */
function OwnKey({ onKey, missing }: { onKey: OnKey; missing: boolean }) {
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Switch
        size="xs"
        label="Use one of my own keys"
        checked={wanted}
        onChange={({ currentTarget: { checked } }) => {
          setWanted(checked);
          onKey(checked ? { text: undefined } : undefined);
        }}
      />
      {wanted && <KeyChoice onKey={onKey} missing={missing} />}
    </>
  );
}

/** Its text must be pasted once per tab, unless it was created in this one: the server does not know it. */
function KeyChoice({ onKey, missing }: { onKey: OnKey; missing: boolean }) {
  const keys = useQuery(keysQuery({ kind: 'own' })).data?.filter((one) => one.state === 'active' && !one.built_in);
  const [chosenId, setChosenId] = useState<string>();
  const [pasted, setPasted] = useState('');
  const known = keys?.find(({ id }) => knownKey(id) !== undefined);
  const key = keys?.find(({ id }) => id === chosenId) ?? known ?? keys?.[0];
  const text = key && knownKey(key.id);
  useEffect(() => onKey({ text }), [text, onKey]);
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
