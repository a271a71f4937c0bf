import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noticesQuery } from '../../account/account-queries';
import { client, dataOf } from '../../api/client';
import { NoticeDrawer } from './notice-drawer';

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
