import { NativeSelect, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keysQuery } from '../../../account/keys-query';
import { knownKey, rememberKey } from '../../../account/known-keys';
import { Notice } from '../../../components/notice';
import classes from './key-choice.module.css';

interface KeyChoiceProps {
  onKey: (key: string | undefined) => void;
  missing: boolean;
}

/** Chooses a key. Its text must be pasted once per tab, unless it was created in this one: the server does not know it. */
export function KeyChoice({ onKey, missing }: KeyChoiceProps) {
  const keys = useQuery(keysQuery({ kind: 'own' })).data?.filter(({ state }) => state === 'active');
  const [chosenId, setChosenId] = useState<string>();
  const [pasted, setPasted] = useState('');
  const known = keys?.find(({ id }) => knownKey(id) !== undefined);
  const key = keys?.find(({ id }) => id === chosenId) ?? known ?? keys?.[0];
  const text = key && knownKey(key.id);
  useEffect(() => onKey(text), [text, onKey]);
  if (keys?.length === 0)
    return (
      <Notice tone="plain" title="There is no key to send with">
        <Link to="/keys" search={{ create: true }}>
          Create one
        </Link>
        , then come back: this tab will know it.
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
    <div className={classes.choice}>
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
          description="Once: this tab keeps it in memory, and forgets it when it is closed or reloaded."
          placeholder={`${key.prefix}…`}
          autoComplete="off"
          value={pasted}
          onChange={(event) => paste(event.currentTarget.value)}
          error={wrong ? `Does not begin with ${key.prefix}.` : missing ? 'Is needed to send the call.' : undefined}
        />
      )}
    </div>
  );
}
