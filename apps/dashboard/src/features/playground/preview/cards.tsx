import { Badge, Group, Stack } from '@mantine/core';
import { useContext } from 'react';
import { countOf } from '../../../format/counts';
import { valueAt } from '../value-path';
import classes from './preview.module.css';
import { BodyContext, Count, Picture, Prose, Shown, Taken, useText, useValue } from './values';

export function ProfileCard({ at }: { at: string }) {
  return (
    <Stack gap="sm">
      <Group wrap="nowrap" align="center">
        <Picture at={`${at}/profile_pic_url`} alt="" size="4.5rem" />
        <Stack gap="0.125rem" miw={0}>
          <Shown at={`${at}/full_name`} className={classes.title!} />
          <Group gap="xs">
            <Shown at={`${at}/username`} before="@" />
            <States at={at} />
          </Group>
          <Shown at={`${at}/category`} className="soft" />
        </Stack>
      </Group>
      <Group gap="var(--space-1) var(--space-4)">
        <Count at={`${at}/media_count`} name="posts" one="post" />
        <Count at={`${at}/follower_count`} name="followers" one="follower" />
        <Count at={`${at}/following_count`} name="following" one="following" />
      </Group>
      <Prose at={`${at}/biography`} />
      <Shown at={`${at}/external_url`} className="soft" />
    </Stack>
  );
}

function States({ at }: { at: string }) {
  const isPrivate = useValue(`${at}/is_private`) === true;
  const isVerified = useValue(`${at}/is_verified`) === true;
  return (
    <>
      {isVerified && <Badge color="accent">verified</Badge>}
      {isPrivate && <Badge color="gray">private</Badge>}
    </>
  );
}

export function PersonRow({ at }: { at: string }) {
  return (
    <Group component="li" wrap="nowrap" gap="sm" className={classes.item}>
      <Picture at={`${at}/profile_pic_url`} alt="" size="2.25rem" />
      <Stack gap={0} miw={0} align="flex-start">
        <Shown at={`${at}/username`} before="@" />
        <Group gap="xs" className="soft">
          <Shown at={`${at}/full_name`} />
          <States at={at} />
          <Shown at={`${at}/social_context`} />
        </Group>
      </Stack>
    </Group>
  );
}

function pictureOf(body: unknown, at: string): string {
  const candidates = `${at}/image_versions2/candidates`;
  const sizes = valueAt(body, candidates);
  if (!Array.isArray(sizes) || sizes.length === 0) return `${at}/thumbnail_url`;
  const widths = sizes.map((size: { width?: number }) => size.width ?? 0);
  const enough = widths.findLastIndex((width) => width >= 320);
  return `${candidates}/${Math.max(0, enough)}/url`;
}

export function PostCard({ at }: { at: string }) {
  const body = useContext(BodyContext);
  const carousel = valueAt(body, `${at}/carousel_media`);
  const parts = Array.isArray(carousel) ? carousel.map((_, index) => `${at}/carousel_media/${index}`) : [at];
  const caption = useText(`${at}/caption/text`) ?? 'The picture of the post';
  return (
    <Stack gap="sm">
      <div className={classes.strip}>
        {parts.slice(0, 10).map((part) => (
          <Picture key={part} at={pictureOf(body, part)} alt={caption.slice(0, 120)} />
        ))}
      </div>
      <Group gap="var(--space-1) var(--space-3)">
        <Shown at={`${at}/user/username`} before="@" />
        <Shown at={`${at}/code`} before="post " />
        <Taken at={`${at}/taken_at`} />
      </Group>
      <Prose at={`${at}/caption/text`} />
      <PostFacts at={at} />
    </Stack>
  );
}

function PostFacts({ at }: { at: string }) {
  return (
    <Group gap="var(--space-1) var(--space-4)">
      <Count at={`${at}/like_count`} name="likes" one="like" />
      <Count at={`${at}/comment_count`} name="comments" one="comment" />
      <Count at={`${at}/play_count`} name="plays" one="play" />
      <Shown at={`${at}/location/name`} />
    </Group>
  );
}

export function PostTile({ at, pictured = at }: { at: string; pictured?: string }) {
  const body = useContext(BodyContext);
  const caption = useText(`${at}/caption/text`) ?? '';
  return (
    <li className={classes.tile}>
      <Picture at={pictureOf(body, pictured)} alt={caption.slice(0, 120)} />
      <Shown at={`${at}/code`} />
      <Group gap="xs" className="aside">
        <Count at={`${at}/like_count`} name="likes" one="like" />
      </Group>
      <Shown at={`${at}/user/username`} before="@" className="aside" />
    </li>
  );
}

export function CommentRow({ at }: { at: string }) {
  return (
    <Stack component="li" gap="0.125rem" className={classes.item}>
      <Group gap="xs">
        <Shown at={`${at}/user/username`} before="@" />
        <Taken at={`${at}/created_at`} />
      </Group>
      <Prose at={`${at}/text`} />
      <Group gap="var(--space-1) var(--space-3)" className="aside">
        <Count at={`${at}/comment_like_count`} name="likes" one="like" />
        <Count at={`${at}/child_comment_count`} name="replies" one="reply" />
        <Shown at={`${at}/pk`} />
      </Group>
    </Stack>
  );
}

export function PlaceCard({ at }: { at: string }) {
  return (
    <Stack component="li" gap="0.125rem" className={classes.item} align="flex-start">
      <Shown at={`${at}/name`} className={classes.title!} />
      <Shown at={`${at}/category`} className="soft" />
      <Shown at={`${at}/address`} className="soft" />
      <Shown at={`${at}/location_city`} className="soft" />
      <Shown at={`${at}/hours/status`} className="soft" />
    </Stack>
  );
}

export function SoundRow({ at }: { at: string }) {
  const durationMs = useValue(`${at}/duration_in_ms`);
  return (
    <Stack component="li" gap="0.125rem" className={classes.item} align="flex-start">
      <Shown at={`${at}/title`} className={classes.title!} />
      <Shown at={`${at}/display_artist`} className="soft" />
      {typeof durationMs === 'number' && (
        <span data-path={`${at}/duration_in_ms`} className={`aside ${classes.shown}`}>
          {Math.round(durationMs / 1_000)} s
        </span>
      )}
      <Shown at={`${at}/audio_cluster_id`} className="aside" />
    </Stack>
  );
}

export function TagRow({ at }: { at: string }) {
  return (
    <Group component="li" gap="xs" className={classes.item}>
      <Shown at={`${at}/name`} before="#" />
      <Count at={`${at}/media_count`} name="posts" one="post" />
    </Group>
  );
}

export function HighlightRow({ at }: { at: string }) {
  const count = useValue(`${at}/media_count`);
  return (
    <Group component="li" wrap="nowrap" gap="sm" className={classes.item}>
      <Picture at={`${at}/cover_media/cropped_image_version/url`} alt="" size="2.25rem" />
      <Stack gap={0} align="flex-start">
        <Shown at={`${at}/title`} className={classes.title!} />
        {typeof count === 'number' && <span className="soft">{countOf(count, 'story', 'stories')}</span>}
        <Shown at={`${at}/id`} className="aside" />
      </Stack>
    </Group>
  );
}
