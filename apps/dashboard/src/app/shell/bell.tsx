import { BellIcon } from '@heroicons/react/24/outline';
import { ActionIcon, Badge, Box, Drawer, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { notificationsQuery } from '../../account/account-queries';
import { cardPaymentsQuery } from '../../account/payment-queries';
import { usePermissions } from '../../account/permissions';
import { client, dataOf, type View } from '../../api/client';
import { EmptyState } from '../../components/panel';
import { Moment } from '../../components/values';

const pollMs = 60_000;

/** Opening the drawer marks the notifications as seen. */
export function Bell() {
  const queries = useQueryClient();
  const { data: notifications } = useQuery({ ...notificationsQuery, refetchInterval: pollMs });
  const seen = useMutation({
    mutationFn: (id: string) => dataOf<unknown>(client.PUT('/dashboard/api/notices/seen', { body: { id } })),
  });
  const unseen = notifications?.filter((notification) => !notification.seen).length ?? 0;
  const [opened, drawer] = useDisclosure(false, {
    onOpen: () => notifications?.[0] && unseen > 0 && seen.mutate(notifications[0].id),
    onClose: () => void queries.invalidateQueries({ queryKey: notificationsQuery.queryKey, exact: true }),
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
          aria-label={unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'}
          aria-haspopup="dialog"
          onClick={drawer.open}
        >
          <BellIcon width={18} />
        </ActionIcon>
      </Indicator>
      <NotificationDrawer notifications={notifications} opened={opened} onClose={drawer.close} />
    </>
  );
}

interface NotificationDrawerProps {
  notifications: readonly View<'NotificationView'>[] | undefined;
  opened: boolean;
  onClose: () => void;
}

function NotificationDrawer({ notifications, opened, onClose }: NotificationDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} size="24rem" title="Notifications">
      {notifications?.length ? (
        <ul>
          {notifications.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onGo={onClose} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No notifications yet">
          Loupe tells you here when the balance is low, a key nears a limit or expires, a monitor pauses, a webhook
          endpoint is switched off, or support has decided on a rate.
        </EmptyState>
      )}
      <Box component="p" className="ruled" pt="md">
        <Link to="/settings" hash="notices" onClick={onClose}>
          Choose your notifications
        </Link>
      </Box>
    </Drawer>
  );
}

function NotificationRow({ notification, onGo }: { notification: View<'NotificationView'>; onGo: () => void }) {
  const { event, text, key_id, seen, created_at } = notification;
  const { own } = usePermissions();
  const { data: limits } = useQuery({ ...cardPaymentsQuery, enabled: own && event === 'balance.low' });
  return (
    <Box component="li" className="row" px={0} py="sm">
      <p>{text}</p>
      <p className="aside">
        {!seen && <Badge color="accent">new</Badge>} <Moment at={created_at} />
        {event === 'balance.low' && limits && own && (
          <>
            {' · '}
            <Link to="/ledger" search={{ add: true }} onClick={onGo}>
              Add funds
            </Link>
          </>
        )}
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
