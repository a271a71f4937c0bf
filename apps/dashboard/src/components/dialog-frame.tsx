import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** What opens a dialog and closes it. */
export interface DialogControl {
  opened: boolean;
  onClose: () => void;
}

export interface DialogProps extends DialogControl {
  title: string;
  /** Shows what is shown only once: only its own button closes it. */
  locked?: boolean;
  size?: 'md' | 'lg';
  /** Over every other dialog: for the sign-in that a form waits for. */
  onTop?: boolean;
  children: ReactNode;
}

/** A click beside it never closes it: what was typed would be gone. */
export function DialogFrame({
  title,
  opened,
  onClose,
  locked = false,
  size = 'md',
  onTop = false,
  children,
}: DialogProps) {
  return (
    <Modal
      title={title}
      opened={opened}
      onClose={onClose}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={!locked}
      withCloseButton={!locked}
      returnFocus={false}
      {...(onTop && { zIndex: 500 })}
    >
      {children}
    </Modal>
  );
}
