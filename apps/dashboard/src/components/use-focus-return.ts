import { useLayoutEffect } from 'react';

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
