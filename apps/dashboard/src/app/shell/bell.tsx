import { ActionIcon, Badge, Box, Drawer, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { noticesQuery } from '../../account/account-queries';
import { client, dataOf, type View } from '../../api/client';
import { EmptyState } from '../../components/panel';
import { Moment } from '../../components/values';

const pollMs = 60_000;

/** How many notices of the account this user has not seen; they are seen once they were opened. */
export function Bell() {
  const queries = useQueryClient();
  const { data: notices } = useQuery({ ...noticesQuery, refetchInterval: pollMs });
  const seen = useMutation({
    mutationFn: (id: string) => dataOf<unknown>(client.PUT('/dashboard/api/notices/seen', { body: { id } })),
  });
  const unseen = notices?.filter((notice) => !notice.seen).length ?? 0;
  const [opened, drawer] = useDisclosure(false, {
    onOpen: () => notices?.[0] && unseen > 0 && seen.mutate(notices[0].id),
    onClose: () => void queries.invalidateQueries({ queryKey: noticesQuery.queryKey, exact: true }),
  });
  return (
    <>
      <Indicator
        label={unseen}
        maxValue={9}
        disabled={unseen === 0}
        size={18}
        offset={6}
        attributes={{ indicator: { 'aria-hidden': true } }}
      >
        <ActionIcon
          size="lg"
          aria-label={unseen > 0 ? `Notices, ${unseen} new` : 'Notices'}
          aria-haspopup="dialog"
          onClick={drawer.open}
        >
          <IconBell size={18} />
        </ActionIcon>
      </Indicator>
      <NoticeDrawer notices={notices} opened={opened} onClose={drawer.close} />
    </>
  );
}

interface NoticeDrawerProps {
  notices: readonly View<'NoticeView'>[] | undefined;
  opened: boolean;
  onClose: () => void;
}

function NoticeDrawer({ notices, opened, onClose }: NoticeDrawerProps) {
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

function NoticeLine({ notice, onGo }: { notice: View<'NoticeView'>; onGo: () => void }) {
  const { text, key_id, seen, created_at } = notice;
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
