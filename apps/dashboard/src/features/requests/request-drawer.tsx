import { ChevronDownIcon, ChevronUpIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { ActionIcon, Drawer, Group, Tooltip } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { requestLink, requestsLink, useAccountScope } from '../../account/account-scope';
import { ProblemError } from '../../api/problem-error';
import { useFocusReturn } from '../../components/dialog';
import { EmptyState } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Receipt } from './receipt';
import { receiptQuery, requestsQuery } from './request-queries';
import classes from './requests.module.css';
import { requestsSearch } from './requests-search';

const wide = '(min-width: 80em)';

export function RequestDrawer() {
  const scope = useAccountScope();
  const navigate = useNavigate();
  const { requestId = '' } = useParams({ strict: false });
  useFocusReturn(true);
  const receipt = useQuery(receiptQuery(scope, requestId));
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const close = () => void navigate({ ...requestsLink(scope), search: (previous) => previous });
  const content = isMissing(receipt.error) ? (
    <EmptyState title="Request not found">
      This account has no request <code className="breakable">{requestId}</code>. It may be mistyped, or older than the
      log.
    </EmptyState>
  ) : (
    <QueryView query={receipt} loading="Loading the request">
      {(view) => <Receipt receipt={view} />}
    </QueryView>
  );
  if (isWide)
    return (
      <Beside steps={<Steps requestId={requestId} />} onClose={close}>
        {content}
      </Beside>
    );
  return (
    <Drawer opened onClose={close} size="34rem" padding="lg" title="Request">
      <Group justify="end" mb="xs">
        <Steps requestId={requestId} />
      </Group>
      {content}
    </Drawer>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.problem.status === 404;

function Beside({ steps, onClose, children }: { steps: ReactNode; onClose: () => void; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useHotkeys([['Escape', onClose]]);
  return (
    <section role="dialog" aria-label="Request" className={`surface ${classes.beside}`}>
      <Group component="header" justify="space-between" wrap="nowrap">
        <h2 ref={title} tabIndex={-1}>
          Request
        </h2>
        <Group gap={0} wrap="nowrap">
          {steps}
          <ActionIcon aria-label="Close" onClick={onClose}>
            <XMarkIcon width={16} />
          </ActionIcon>
        </Group>
      </Group>
      {children}
    </section>
  );
}

function Steps({ requestId }: { requestId: string }) {
  const scope = useAccountScope();
  const navigate = useNavigate();
  const log = useInfiniteQuery(requestsQuery(scope, requestsSearch(useSearch({ strict: false }))));
  const ids = log.data?.pages.flatMap(({ items }) => items.map(({ request_id }) => request_id)) ?? [];
  const place = ids.indexOf(requestId);
  const newer = place > 0 ? ids[place - 1] : undefined;
  const older = place >= 0 ? ids[place + 1] : undefined;
  const go = (id: string | undefined) =>
    id &&
    void navigate({ ...requestLink(scope, id), search: (previous) => previous, replace: true, resetScroll: false });
  useHotkeys([
    ['J', () => go(older)],
    ['K', () => go(newer)],
  ]);
  return (
    <Group gap={0} wrap="nowrap">
      <Step
        to="Newer request"
        hotkey="K"
        icon={<ChevronUpIcon width={16} />}
        onGo={newer === undefined ? undefined : () => go(newer)}
      />
      <Step
        to="Older request"
        hotkey="J"
        icon={<ChevronDownIcon width={16} />}
        onGo={older === undefined ? undefined : () => go(older)}
      />
    </Group>
  );
}

interface StepProps {
  to: string;
  hotkey: string;
  icon: ReactNode;
  onGo: (() => void) | undefined;
}

function Step({ to, hotkey, icon, onGo }: StepProps) {
  return (
    <Tooltip label={`${to} (${hotkey})`}>
      <ActionIcon bg="transparent" aria-label={to} disabled={onGo === undefined} onClick={onGo}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
