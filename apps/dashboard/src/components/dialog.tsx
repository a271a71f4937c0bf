import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

export interface DialogControl {
  opened: boolean;
  onClose: () => void;
}

export interface DialogProps extends DialogControl, Pick<ModalProps, 'size' | 'zIndex'> {
  title: string;
  /** For content that is shown only once: only its own button closes it. */
  locked?: boolean;
  children: ReactNode;
}

export function Dialog({ locked = false, ...modal }: DialogProps) {
  useFocusReturn(modal.opened);
  return <Modal {...modal} closeOnEscape={!locked} withCloseButton={!locked} returnFocus={false} />;
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
  const opener = useRef<Element | null>(null);
  // While rendering: a menu whose item opened the dialog is gone after it.
  if (opened) opener.current ??= openerOf(document.activeElement);
  else opener.current = null;
  useEffect(() => {
    if (!opened) return;
    const before = opener.current;
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

/** The button of a menu, for an item of it. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}
