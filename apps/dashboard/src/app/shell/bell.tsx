import { ActionIcon } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { noticesQuery } from '../../account/notices-query';
import { client, dataOf } from '../../api/client';
import { useAfterPaint } from '../../components/after-paint';
import { LazyMount } from '../../components/dialog';
import { Icon } from '../../components/icon';
import classes from './shell.module.css';

const pollMs = 60_000;
const maxShown = 9;

const NoticeDrawer = lazy(async () => ({ default: (await import('./notice-drawer')).NoticeDrawer }));

/** How many notices of the account this user has not seen; they are seen once they were opened. */
export function Bell() {
  const queries = useQueryClient();
  const enabled = useAfterPaint();
  const { data: notices } = useQuery({ ...noticesQuery, enabled, refetchInterval: pollMs });
  const [opened, setOpened] = useState(false);
  const seen = useMutation({
    mutationFn: (id: string) => dataOf<unknown>(client.PUT('/dashboard/api/notices/seen', { body: { id } })),
  });
  const unseen = notices?.filter((notice) => !notice.seen).length ?? 0;
  const newest = notices?.[0]?.id;
  const open = () => {
    setOpened(true);
    if (unseen > 0 && newest) seen.mutate(newest);
  };
  const close = () => {
    setOpened(false);
    void queries.invalidateQueries({ queryKey: noticesQuery.queryKey, exact: true });
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.bell}
        aria-label={unseen > 0 ? `Notices, ${unseen} new` : 'Notices'}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="bell" />
        {unseen > 0 && (
          <span aria-hidden="true" className={classes.count}>
            {unseen > maxShown ? `${maxShown}+` : unseen}
          </span>
        )}
      </ActionIcon>
      <LazyMount when={opened}>
        <NoticeDrawer notices={notices} opened={opened} onClose={close} />
      </LazyMount>
    </>
  );
}
