import { formatUsd, type Operation } from '@loupe/dto';
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { costText, intervalChoices, monitorsKey, namesIn, useMonitorKeys } from '../../account/monitors';
import { client, dataOf, type View } from '../../api/client';
import { useSafeChange } from '../../api/safe-change';
import { AlertBox } from '../../components/alert-box';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { describeUsd, microsOf } from '../../format/usd';
import { isIdentity, membersOf } from './json-members';

type NewMonitor = View<'CreateMonitorBody'>;
type Watched = NewMonitor['operation'];

interface WatchDialogProps extends DialogControl {
  operation: Operation;
  /** Without paging tokens. */
  values: Readonly<Record<string, string>>;
  kind: NewMonitor['kind'];
  /** The price of a run. */
  priceUsd: string;
  body: unknown;
}

const maxOffered = 12;

/** A change that lost its answer belongs to one call: another call in the playground must not continue it. */
const useCreateMonitor = (call: string) =>
  useSafeChange(`create monitor ${call}`, monitorsKey, (body: NewMonitor, header) =>
    dataOf(client.POST('/dashboard/api/monitors', { params: { header }, body })),
  );

export function WatchDialog({ operation, values, kind, priceUsd, body, ...dialog }: WatchDialogProps) {
  const watched = operation.name as Watched;
  const create = useCreateMonitor(JSON.stringify([operation.name, values]));
  const navigate = useNavigate();
  const keys = useMonitorKeys();
  const members = scalarsOf(body);
  const counts = members.map(({ name }) => name).filter((name) => name.endsWith('_count'));
  const initial = { name: '', every_minutes: '60', key_id: keys[0]?.id ?? '', fields: counts.slice(0, 3), others: '' };
  return (
    <FormDialog
      {...dialog}
      title="Watch this"
      label="Start watching"
      initialValues={initial}
      mutation={create}
      body={({ name, every_minutes, key_id, fields, others }) => ({
        operation: watched,
        parameters: values,
        kind,
        every_minutes: Number(every_minutes),
        key_id: key_id || (keys[0]?.id ?? ''),
        ...(name.trim() && { name: name.trim() }),
        ...(kind === 'changed' && { fields: [...fields, ...namesIn(others)] }),
      })}
      done={(_, { id }) => {
        void navigate({ to: '/monitors/$monitorId', params: { monitorId: id } });
        return { text: 'The first run is under way.' };
      }}
    >
      {(form) => (
        <>
          <p className="soft">
            {kind === 'new_items'
              ? 'Loupe reads the first page, and reports every item that was not there before.'
              : 'Loupe reads the response, and reports when one of these members has another value.'}
          </p>
          {kind === 'changed' && (
            <>
              <Checkbox.Group label="Members to watch" {...form.getInputProps('fields')}>
                <Stack gap="xs" mt="xs">
                  {members.map(({ name, value }) => (
                    <Checkbox key={name} value={name} label={`${name}: ${value}`} />
                  ))}
                </Stack>
              </Checkbox.Group>
              <TextInput
                label="Other members"
                description="Such as caption.text, separated by commas. Ten in all."
                {...form.getInputProps('others')}
              />
            </>
          )}
          <NativeSelect
            label="How often"
            data={intervalChoices()}
            data-autofocus
            {...form.getInputProps('every_minutes')}
          />
          <Price usd={priceUsd} minutes={Number(form.getValues().every_minutes)} />
          {keys.length === 0 ? (
            <AlertBox tone="warn" title="No key can pay for it">
              A monitor needs a live key without allowed addresses: <Link to="/keys">create one</Link>.
            </AlertBox>
          ) : (
            <NativeSelect
              label="Key"
              description="Its limits, rate and log hold for every run."
              data={keys.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.getInputProps('key_id')}
            />
          )}
          <TextInput label="Name" placeholder={operation.summary} maxLength={100} {...form.getInputProps('name')} />
        </>
      )}
    </FormDialog>
  );
}

function Price({ usd, minutes }: { usd: string; minutes: number }) {
  const dailyUsd = formatUsd((microsOf(usd) * 1_440n) / BigInt(minutes));
  return (
    <p role="status">
      <strong>{costText(dailyUsd)}</strong> ({describeUsd(usd)} a run, whether something has changed or not).
    </p>
  );
}

function scalarsOf(body: unknown): { name: string; value: string }[] {
  return (membersOf(body) ?? [])
    .filter(
      ([name, value]) =>
        isIdentity(name) && !/^(pk|id|code)$/.test(name) && ['string', 'number', 'boolean'].includes(typeof value),
    )
    .slice(0, maxOffered)
    .map(([name, value]) => ({ name, value: shortened(String(value)) }));
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text || '“”');
