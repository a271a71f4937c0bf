import type { View } from '../../api/views';

export type KeyAction = 'edit' | 'rotate' | 'ask' | 'rate' | 'revoke';

/** What every dialog about a key is given. */
export interface KeyDialogProps {
  apiKey: View<'KeyView'>;
  opened: boolean;
  onClose: () => void;
}

/** The same for the form inside, which lives only while the dialog is open and so starts afresh each time. */
export interface KeyFormProps {
  apiKey: View<'KeyView'>;
  onDone: () => void;
}
