import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isLost, problemOf } from '../api/problem-error';
import { queryClient } from '../api/query-client';
import { randomUuid } from '../api/random-uuid';
import { shownMs, shownWithUndoMs } from './toast-times';

export interface Toast {
  readonly text: string;
  /** Reverts the change. It must not use the dialog's mutation, which may belong to another object by then. */
  readonly undo?: () => Promise<unknown>;
}

const look = { color: 'accent', withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } } as const;

/** For successful changes only. Errors are shown where they occur, and stay. */
export function showToast({ text, undo }: Toast): void {
  const id = randomUuid();
  const message = undo ? (
    <Group justify="space-between" gap="xs">
      {text}
      <Button size="compact-sm" onClick={() => void undoChange(id, undo)}>
        Undo
      </Button>
    </Group>
  ) : (
    text
  );
  notifications.show({ ...look, id, message, autoClose: undo ? shownWithUndoMs : shownMs });
}

async function undoChange(id: string, undo: NonNullable<Toast['undo']>): Promise<void> {
  notifications.update({ ...look, id, message: 'Undoing …', loading: true, autoClose: false });
  try {
    await undo();
    void queryClient.invalidateQueries();
    notifications.update({ ...look, id, message: 'The change was undone.', loading: false, autoClose: shownMs });
  } catch (error) {
    const failed = isLost(error) ? 'We do not know whether the change was undone.' : 'The change was not undone.';
    const message = `${failed} ${problemOf(error).problem.detail}`;
    notifications.update({ ...look, id, message, color: 'bad', loading: false, autoClose: false });
  }
}
