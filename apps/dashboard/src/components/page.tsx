import { ChevronLeftIcon } from '@heroicons/react/24/outline';
import { Box, Group, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { isReachable, useOnline } from '../api/connection';
import { ProblemAlert } from './alert-box';

interface PageProps {
  title: string;
  lede?: ReactNode;
  actions?: ReactNode;
  breadcrumb?: ReactNode;
  children: ReactNode;
}

/** Path of the last page. A rerender of the same page must not move the focus. */
let shown: string | undefined;

/** Names the tab. After a navigation it focuses the heading, so a screen reader announces the page. */
export function Page({ title, lede, actions, breadcrumb, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Loupe`;
  }, [title]);
  useEffect(() => {
    const { pathname } = window.location;
    if (shown !== undefined && shown !== pathname && isFocusFree()) heading.current?.focus();
    shown = pathname;
  }, []);
  return (
    <Stack gap="lg" maw="72rem" mx="auto" miw={0}>
      <Group component="header" justify="space-between" align="end" gap="var(--space-3) var(--space-6)">
        <div>
          {breadcrumb}
          <Title ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {lede && (
            <Box component="p" className="soft" maw="48rem" mt="var(--space-1)">
              {lede}
            </Box>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

export function BackLink({
  to,
  children,
}: {
  to: '/keys' | '/monitors' | '/settings' | '/support';
  children: ReactNode;
}) {
  return (
    <Link to={to} className="plain aside">
      <ChevronLeftIcon width={14} /> {children}
    </Link>
  );
}

function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.closest('nav, [aria-label="Menu"]') !== null;
}

/** Reloads only if the server responds; otherwise the browser would show its own error page. */
async function loadAgain(): Promise<void> {
  if (await isReachable().catch(() => false)) window.location.reload();
}

/** Recovers by itself once Loupe is reachable. */
export function ProblemPage({ error }: { error: unknown }) {
  const isOnline = useOnline();
  const wasAway = useRef(false);
  useEffect(() => {
    if (isOnline && wasAway.current) void loadAgain();
    wasAway.current = !isOnline;
  }, [isOnline]);
  return (
    <Page
      title="This page could not be shown"
      {...(!isOnline && { lede: 'It will reload as soon as Loupe can be reached.' })}
    >
      <ProblemAlert error={error} onRetry={() => void loadAgain()} />
    </Page>
  );
}

export function NotFoundPage() {
  return (
    <Page title="Page not found" lede="There is nothing at this address. It may be mistyped, or the link may be old.">
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </Page>
  );
}

export function Logo() {
  return (
    <span className="logo">
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 32 32" fill="none">
        <circle cx="14" cy="14" r="9.5" stroke="currentColor" strokeWidth="3" />
        <circle cx="14" cy="14" r="4" />
        <path d="m21 21 7 7" stroke="currentColor" strokeWidth="3.6" strokeLinecap="round" />
      </svg>
      Loupe
    </span>
  );
}
