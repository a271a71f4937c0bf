import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DialogProps } from './dialog-frame';

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame')).DialogFrame }));

/** A form over the page. Its code, and that of lazy content, is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  useFocusReturn(props.opened);
  return (
    <LazyMount when={props.opened}>
      <DialogFrame {...props} />
    </LazyMount>
  );
}

/** What takes the place of a form. The title gets the focus, which the button that is gone had: a screen reader says it. */
export function DialogOutcome({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const title = content.current?.closest('[role="dialog"]')?.querySelector('h2');
    title?.setAttribute('tabindex', '-1');
    title?.focus();
  }, []);
  return <div ref={content}>{children}</div>;
}

/**
 * Gives the focus back to what had it before a dialog opened; to the content where that is gone, like the button of a
 * key that was just revoked. The library's own way misses dialogs that are open when they mount.
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

/** Mounts its content when it is first needed and keeps it: lazy content is loaded only then. */
export function LazyMount({ when, children }: { when: boolean; children: ReactNode }) {
  const [mounted, setMounted] = useState(when);
  if (when && !mounted) setMounted(true);
  return mounted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
