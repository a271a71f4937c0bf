import { Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { problemOf } from '../api/problem-error';
import { queryClient } from '../api/query-client';
import { randomUuid } from '../api/random-uuid';

export interface Toast {
  readonly text: string;
  /**
   * Takes the change back; offered for as long as the toast stays. A call of its own, not the mutation of a dialog, which may be
   * about something else by then.
   */
  readonly undo?: () => Promise<unknown>;
}

const shownMs = 5_000;
/** Time to read it, and to think better of it. */
const shownWithUndoMs = 10_000;

export function Toasts() {
  return <Notifications position="bottom-right" containerWidth="22rem" transitionDuration={0} limit={3} />;
}

const look = { color: 'accent', withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } } as const;

export function show({ text, undo }: Toast): void {
  const id = randomUuid();
  const message = undo ? <WithUndo text={text} onUndo={() => void takeBack(id, undo)} /> : text;
  notifications.show({ ...look, id, message, autoClose: undo ? shownWithUndoMs : shownMs });
}

function WithUndo({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" gap="xs">
      {text}
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}

async function takeBack(id: string, undo: NonNullable<Toast['undo']>): Promise<void> {
  notifications.update({ ...look, id, message: 'Undoing …', loading: true, autoClose: false });
  try {
    await undo();
    void queryClient.invalidateQueries();
    notifications.update({ ...look, id, message: 'The change was undone.', loading: false, autoClose: shownMs });
  } catch (error) {
    const message = `The change was not undone. ${problemOf(error).problem.detail}`;
    notifications.update({ ...look, id, message, color: 'red', loading: false, autoClose: false });
  }
}
