import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { View } from '../../api/views';
import { useFocusReturn } from '../../components/dialog';
import { EmptyState } from '../../components/panel';
import { Badge, Moment } from '../../components/values';
import classes from './shell.module.css';

interface NoticeDrawerProps {
  notices: readonly View<'NoticeView'>[] | undefined;
  opened: boolean;
  onClose: () => void;
}

/** What happened to the account lately. */
export function NoticeDrawer({ notices, opened, onClose }: NoticeDrawerProps) {
  useFocusReturn(opened);
  return (
    <Drawer opened={opened} onClose={onClose} returnFocus={false} size="24rem" title="Notices">
      {notices?.length ? (
        <ul>
          {notices.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} onGo={onClose} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No notices yet">
          Loupe tells you here when the balance is low, when a key nears a limit or expires, and when support has
          decided on a rate.
        </EmptyState>
      )}
      <p className={classes.noticeFoot}>
        <Link to="/settings" hash="notices" onClick={onClose}>
          Choose your notices
        </Link>
      </p>
    </Drawer>
  );
}

function NoticeLine({
  notice: { text, key_id, seen, created_at },
  onGo,
}: {
  notice: View<'NoticeView'>;
  onGo: () => void;
}) {
  return (
    <li className={classes.notice}>
      <p>{text}</p>
      <p className="aside">
        {!seen && <Badge tone="accent">new</Badge>} <Moment at={created_at} />
        {key_id !== null && (
          <>
            {' · '}
            <Link to="/keys/$keyId" params={{ keyId: key_id }} onClick={onGo}>
              Show the key
            </Link>
          </>
        )}
      </p>
    </li>
  );
}
