import { EditKeyDialog } from './edit-key-dialog';
import type { Key } from './key-lines';
import { RateLimitDialog, RateRequestDialog } from './rate-limit-dialogs';
import { RevokeKeyDialog } from './revoke-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';

export type KeyAction = 'edit' | 'rotate' | 'request-rate' | 'set-rate' | 'revoke';

interface KeyDialogsProps {
  apiKey: Key;
  action: KeyAction | undefined;
  onAct: (action: KeyAction) => void;
  onClose: () => void;
}

/** Beside the list, not in its rows: a row that leaves the list must not take a dialog with it that shows a new key. */
export function KeyDialogs({ apiKey, action, onAct, onClose }: KeyDialogsProps) {
  const propsOf = (name: KeyAction) => ({ apiKey, opened: action === name, onClose });
  return (
    <>
      <EditKeyDialog {...propsOf('edit')} />
      <RotateKeyDialog {...propsOf('rotate')} />
      <RateRequestDialog {...propsOf('request-rate')} />
      <RateLimitDialog {...propsOf('set-rate')} />
      <RevokeKeyDialog {...propsOf('revoke')} onRotate={() => onAct('rotate')} />
    </>
  );
}
