import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { requestLink } from '../../../account/scope-paths';
import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { ShortId } from '../../../components/short-id';
import { kindNames } from '../kind-names';
import classes from './entry-story.module.css';

type Entry = View<'LedgerEntryView'>;

/** What an entry is about: the request it charged, the note it was booked with, the entry it takes back. */
export function EntryStory({ entry, onReverse }: { entry: Entry; onReverse?: (entry: Entry) => void }) {
  const scope = useAccountScope();
  return (
    <span className={classes.story}>
      <Badge tone={entry.kind === 'top_up' ? 'good' : entry.kind === 'reversal' ? 'warn' : 'plain'}>
        {kindNames[entry.kind]}
      </Badge>
      {entry.request_id && (
        <Link {...requestLink(scope, entry.request_id)} preload={false}>
          Request <code>…{entry.request_id.slice(-6)}</code>
        </Link>
      )}
      {entry.note && <span>{entry.note}</span>}
      {entry.kind !== 'charge' && (
        <span className={classes.aside}>
          Entry <ShortId id={entry.id} what="entry id" />
          {entry.reverses_entry_id && <>takes back …{entry.reverses_entry_id.slice(-6)}</>}
          {entry.reversed_by_entry_id && <>taken back by …{entry.reversed_by_entry_id.slice(-6)}</>}
        </span>
      )}
      {onReverse && entry.kind === 'top_up' && !entry.reversed_by_entry_id && (
        <Button variant="default" size="compact-sm" onClick={() => onReverse(entry)}>
          Reverse
        </Button>
      )}
    </span>
  );
}
