import { NativeSelect, PasswordInput, Switch } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keysQuery } from '../../account/account-queries';
import { knownKey, rememberKey } from '../../account/known-keys';
import { AlertBox } from '../../components/alert-box';
import classes from './playground.module.css';

interface OwnKeyProps {
  /** Called with the chosen key, or with undefined for calls without a key. `text` is undefined until this tab knows it. */
  onKey: (key: { text: string | undefined } | undefined) => void;
  missing: boolean;
}

export function OwnKey({ onKey, missing }: OwnKeyProps) {
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

/** The server does not store a key's text, so the user pastes it once per tab, unless this tab created the key. */
function KeyChoice({ onKey, missing }: OwnKeyProps) {
  const keys = useInfiniteQuery(keysQuery({ kind: 'own' })).data?.filter(
    (one) => one.state === 'active' && !one.built_in,
  );
  const [chosenId, setChosenId] = useState<string>();
  const [pasted, setPasted] = useState('');
  const known = keys?.find(({ id }) => knownKey(id) !== undefined);
  const key = keys?.find(({ id }) => id === chosenId) ?? known ?? keys?.[0];
  const text = key && knownKey(key.id);
  useEffect(() => onKey({ text }), [text, onKey]);
  if (keys?.length === 0)
    return (
      <AlertBox tone="gray" title="There is no active key">
        <Link to="/keys" search={{ create: true }}>
          Create one
        </Link>
        , then come back: this tab remembers the key.
      </AlertBox>
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
