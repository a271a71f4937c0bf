import { Button } from '@mantine/core';
import { AlertBox } from '../../components/alert-box';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import type { Key } from './key-families';
import { useRevokeKey } from './key-mutations';

interface RevokeKeyDialogProps extends DialogControl {
  apiKey: Key;
  onRotate: () => void;
}

/** Says what will break. The user need not type the key's name, because a leaked key costs money every second. */
export function RevokeKeyDialog({ apiKey, onRotate, ...dialog }: RevokeKeyDialogProps) {
  const revokeKey = useRevokeKey(apiKey.id);
  const calls = apiKey.requests_last_24_hours;
  return (
    <FormDialog
      {...dialog}
      title={`Revoke “${apiKey.name}”?`}
      label="Revoke key"
      danger
      mutation={revokeKey}
      done={`“${apiKey.name}” is revoked.`}
    >
      <AlertBox
        tone={calls > 0 ? 'warn' : 'gray'}
        title={calls > 0 ? `It made ${countOf(calls, 'request')} in the last 24 hours` : 'Nothing seems to use it'}
      >
        {apiKey.last_used_at === null ? (
          calls === 0 && 'It has never been used.'
        ) : (
          <>
            It was last used <Moment at={apiKey.last_used_at} />.{calls > 0 && ' Requests with it will be rejected.'}
          </>
        )}
      </AlertBox>
      <p>
        <code>{apiKey.prefix}…</code> stops working within seconds and cannot be restored.
      </p>
      {calls > 0 && apiKey.retires_at === null && !apiKey.built_in && (
        <p>
          Replacing it needs no outage.{' '}
          <Button variant="subtle" size="compact-sm" px={0} onClick={onRotate}>
            Replace it instead
          </Button>
        </p>
      )}
    </FormDialog>
  );
}
