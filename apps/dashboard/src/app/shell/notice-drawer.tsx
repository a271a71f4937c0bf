import { Badge, Box, Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { View } from '../../api/client';
import { EmptyState } from '../../components/panel';
import { Moment } from '../../components/values';

interface NoticeDrawerProps {
  notices: readonly View<'NoticeView'>[] | undefined;
  opened: boolean;
  onClose: () => void;
}

export function NoticeDrawer({ notices, opened, onClose }: NoticeDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} size="24rem" title="Notices">
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
      <Box component="p" className="ruled" pt="md">
        <Link to="/settings" hash="notices" onClick={onClose}>
          Choose your notices
        </Link>
      </Box>
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
    <Box component="li" className="row" px={0} py="sm">
      <p>{text}</p>
      <p className="aside">
        {!seen && <Badge color="accent">new</Badge>} <Moment at={created_at} />
        {key_id !== null && (
          <>
            {' · '}
            <Link to="/keys/$keyId" params={{ keyId: key_id }} onClick={onGo}>
              Show the key
            </Link>
          </>
        )}
      </p>
    </Box>
  );
}
