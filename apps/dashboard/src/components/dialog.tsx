import { lazy } from 'react';
import type { DialogProps } from './dialog-frame';
import { useFocusReturn } from './use-focus-return';
import { WhenWanted } from './when-wanted';

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame')).DialogFrame }));

/** A form over the page. Its code, and that of a content that is lazy, is loaded when it opens for the first time. */
export function Dialog(props: DialogProps) {
  useFocusReturn(props.opened);
  return (
    <WhenWanted wanted={props.opened}>
      <DialogFrame {...props} />
    </WhenWanted>
  );
}
