import { Button } from '@mantine/core';
import { countOf } from '../format/counts';
import classes from './older-button.module.css';

interface OlderButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  shown: number;
  noun: string;
  nouns?: string;
}

/** Under a list that is read page by page. */
export function OlderButton({ query, shown, noun, nouns = `${noun}s` }: OlderButtonProps) {
  return (
    <div className={classes.end}>
      <span role="status">
        {countOf(shown, noun, nouns)} {query.hasNextPage ? 'shown' : 'in all'}
      </span>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </div>
  );
}
