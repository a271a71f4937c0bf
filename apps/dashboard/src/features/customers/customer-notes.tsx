import { XMarkIcon } from '@heroicons/react/24/outline';
import { ActionIcon, Button, Group, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { ProblemAlert } from '../../components/alert-box';
import { FormDialog } from '../../components/dialog';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import { useAddNote, useRemoveNote } from './customer-queries';

const paper = { px: 'sm', py: 'xs', bg: 'var(--warn-wash)', bdrs: 'var(--radius)' };

export function CustomerNotes({ customer: { id, notes } }: { customer: View<'CustomerDetailView'> }) {
  const { assist } = usePermissions();
  const addNote = useAddNote(id);
  const removeNote = useRemoveNote(id);
  const [opened, dialog] = useDisclosure();
  return (
    <section aria-label="Notes">
      <Stack component="ul" gap="xs">
        {notes.map((note) => (
          <Group key={note.id} component="li" {...paper} justify="space-between" wrap="nowrap" gap="xs">
            <div className="breakable">
              {note.text}{' '}
              <span className="aside">
                {note.author}, <Moment at={note.created_at} />
              </span>
            </div>
            {assist && (
              <ActionIcon
                aria-label={`Remove the note “${note.text.slice(0, 40)}”`}
                loading={removeNote.isPending && removeNote.variables === note.id}
                onClick={() =>
                  removeNote.mutate(note.id, { onSuccess: () => showToast({ text: 'The note was removed.' }) })
                }
              >
                <XMarkIcon width={14} />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Stack>
      {removeNote.isError && <ProblemAlert error={removeNote.error} />}
      {assist && (
        <Button variant="subtle" size="compact-sm" px={0} onClick={dialog.open}>
          Add a note
        </Button>
      )}
      <FormDialog
        title="Add a note"
        label="Add note"
        opened={opened}
        onClose={dialog.close}
        initialValues={{ text: '' }}
        done="The note was added."
        mutation={addNote}
        body={({ text }) => ({ text: text.trim() })}
      >
        {(form) => (
          <Textarea
            label="Note"
            description="All support staff can see the note. The customer cannot."
            rows={3}
            data-autofocus
            {...form.getInputProps('text')}
          />
        )}
      </FormDialog>
    </section>
  );
}
