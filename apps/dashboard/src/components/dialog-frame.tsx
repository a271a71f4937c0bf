import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

export interface DialogControl {
  opened: boolean;
  onClose: () => void;
}

export interface DialogProps extends DialogControl {
  title: string;
  /** For content that is shown only once: only its own button closes it. */
  locked?: boolean;
  size?: 'md' | 'lg' | 'xl';
  /** Above every other dialog: for the sign-in that a form waits for. */
  onTop?: boolean;
  children: ReactNode;
}

/** A click outside never closes it: typed text would be lost. */
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
