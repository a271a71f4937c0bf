import { type ReactNode, useState } from 'react';
import type { KeyAction } from './key-dialogs';
import { KeyDialogs } from './key-dialogs';
import type { Key } from './key-lines';

/** The dialogs of one key at a time, to be put beside the list that they are opened from. */
export function useKeyDialogs(): { act: (key: Key, action: KeyAction) => void; dialogs: ReactNode } {
  const [chosen, setChosen] = useState<Key>();
  const [action, setAction] = useState<KeyAction>();
  const act = (key: Key, wanted: KeyAction) => {
    setChosen(key);
    setAction(wanted);
  };
  const dialogs = chosen && (
    <KeyDialogs apiKey={chosen} action={action} onAct={setAction} onClose={() => setAction(undefined)} />
  );
  return { act, dialogs };
}
