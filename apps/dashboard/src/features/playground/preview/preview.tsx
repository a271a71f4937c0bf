import type { Operation } from '@loupe/dto';
import { Button, Stack } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { membersOf } from '../json-members';
import { pointerToken } from '../json-rows';
import { valueAt } from '../value-path';
import {
  CommentRow,
  HighlightRow,
  PersonRow,
  PlaceCard,
  PostCard,
  PostTile,
  ProfileCard,
  SoundRow,
  TagRow,
} from './cards';
import classes from './preview.module.css';
import { BodyContext } from './values';

type Card = ComponentType<{ at: string }>;

/** Cards by list schema; `inside` is the entity's path in an item. */
const rows: Record<string, { card: Card; grid?: true; inside?: string }> = {
  CompactUser: { card: PersonRow },
  SearchUser: { card: PersonRow },
  Media: { card: PostTile, grid: true },
  StoryItem: { card: PostTile, grid: true },
  Comment: { card: CommentRow },
  Hashtag: { card: TagRow },
  AudioUnit: { card: SoundRow, inside: '/track' },
  PlaceResult: { card: PlaceCard, inside: '/location' },
  HighlightTrayEntry: { card: HighlightRow },
};

const objects: Record<string, Card> = { Profile: ProfileCard, Media: PostCard, Hashtag: TagRow, Location: PlaceCard };

/** Undefined for a response without a recognisable form. */
export function previewOf({ answer }: Operation, body: unknown): ReactNode {
  if (answer.kind === 'list') {
    const row = rows[answer.of];
    const items = valueAt(body, '/items');
    if (!row || !Array.isArray(items) || items.length === 0) return undefined;
    const pointers = items.map((_, index) => `/items/${index}${row.inside ?? ''}`);
    return <CardList body={body} pointers={pointers} card={row.card} grid={row.grid ?? false} />;
  }
  if (answer.of === 'CommentStream') return commentsOf(body);
  if (answer.of === 'ProfileGrid') return gridOf(body);
  const Card = objects[answer.of];
  return Card && <BodyContext value={body}>{<Card at="" />}</BodyContext>;
}

function commentsOf(body: unknown): ReactNode {
  const comments = valueAt(body, '/comments');
  if (!Array.isArray(comments) || comments.length === 0) return undefined;
  const pointers = comments.map((_, index) => `/comments/${index}`);
  return <CardList body={body} pointers={pointers} card={CommentRow} grid={false} />;
}

/** The response of a profile grid has the posts in `posts` and their pictures in `feed`. */
function gridOf(body: unknown): ReactNode {
  const posts = membersOf(valueAt(body, '/posts'));
  const feed = valueAt(body, '/feed/profile_grid_items');
  if (!posts || posts.length === 0) return undefined;
  const pictures = new Map(
    (Array.isArray(feed) ? feed : []).map((item, index) => [
      String(valueAt(item, '/media/pk')),
      `/feed/profile_grid_items/${index}/media`,
    ]),
  );
  const card = ({ at }: { at: string }) => {
    const pictured = pictures.get(at.slice('/posts/'.length));
    return <PostTile at={at} {...(pictured && { pictured })} />;
  };
  return <CardList body={body} pointers={posts.map(([pk]) => `/posts/${pointerToken(pk)}`)} card={card} grid />;
}

interface CardListProps {
  body: unknown;
  pointers: readonly string[];
  card: Card;
  grid: boolean;
}

const firstShown = 24;

function CardList({ body, pointers, card: Card, grid }: CardListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? pointers : pointers.slice(0, firstShown);
  return (
    <BodyContext value={body}>
      <Stack gap="sm">
        <ul className={grid ? classes.grid : undefined}>
          {shown.map((at) => (
            <Card key={at} at={at} />
          ))}
        </ul>
        {shown.length < pointers.length && <Button onClick={() => setAll(true)}>Show all {pointers.length}</Button>}
      </Stack>
    </BodyContext>
  );
}
