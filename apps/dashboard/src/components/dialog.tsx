import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import type { DialogProps } from './dialog-frame';

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

/**
 * Gives the focus back to what had it before a dialog opened; to the content where that is gone, as the button of a
 * key that was just revoked is. The library's own way misses dialogs that are open from their first moment.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        const active = document.activeElement;
        const isElsewhere = active && active !== document.body && !active.closest('[role="dialog"]');
        if (isElsewhere) return; // on the title of the page that the dialog led to
        const target = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
        (target ?? document.getElementById('content'))?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/** Renders its content from the first moment it is wanted; content that is loaded when it is rendered is loaded then. */
export function WhenWanted({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [everWanted, setEverWanted] = useState(wanted);
  if (wanted && !everWanted) setEverWanted(true);
  return everWanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
