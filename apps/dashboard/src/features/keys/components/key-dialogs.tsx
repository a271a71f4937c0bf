import type { View } from '../../../api/views';
import type { KeyAction } from '../key-dialog';
import { EditKeyDialog } from './edit-key-dialog';
import { KeyRateDialog } from './key-rate-dialog';
import { RateRequestDialog } from './rate-request-dialog';
import { RevokeKeyDialog } from './revoke-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';

interface KeyDialogsProps {
  apiKey: View<'KeyView'>;
  action: KeyAction | undefined;
  onClose: () => void;
}

/** Beside the list, not in its rows: a row that leaves the list must not take a dialog with it that shows a new key. */
export function KeyDialogs({ apiKey, action, onClose }: KeyDialogsProps) {
  const propsOf = (name: KeyAction) => ({ apiKey, opened: action === name, onClose });
  return (
    <>
      <EditKeyDialog {...propsOf('edit')} />
      <RotateKeyDialog {...propsOf('rotate')} />
      <RateRequestDialog {...propsOf('ask')} />
      <KeyRateDialog {...propsOf('rate')} />
      <RevokeKeyDialog {...propsOf('revoke')} />
    </>
  );
}
