import { Box, Code, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../components/page';
import classes from './entrance.module.css';

export function Entrance({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Loupe`;
  }, [title]);
  return (
    <div className={classes.entrance}>
      <main className={classes.main}>
        <Box w="100%" maw="21rem">
          <Logo />
          <Title mt="xl" mb="lg">
            {title}
          </Title>
          {children}
          {foot && (
            <Box component="p" mt="lg" fz="var(--text-sm)" c="dimmed">
              {foot}
            </Box>
          )}
        </Box>
      </main>
      <aside className={classes.side} aria-label="What a call looks like">
        <SampleCall />
      </aside>
    </div>
  );
}

const sample = {
  className: classes.sample,
  px: 'lg',
  py: 'md',
  c: 'var(--ink-soft)',
  bg: 'var(--surface)',
  bd: '1px solid var(--line)',
  lh: 1.7,
} as const;

function SampleCall() {
  return (
    <Box component="figure" w="100%" maw="40rem">
      <Code block {...sample}>
        <Text span inherit c="var(--ink-faint)">
          ${' '}
        </Text>
        curl -i {window.location.origin}/users/username/marta.trails{' \\\n'}
        {'    '}-H "x-api-key: <b>loupe_4hTz9QxB…</b>"
      </Code>
      <Code block {...sample} bg="var(--sunken)">
        <Text span inherit c="var(--good)">
          HTTP/1.1 200 OK
        </Text>
        {'\n'}x-cost-usd: <b>0.001200</b>
        {'\n'}x-balance-usd: <b>9.998800</b>
        {'\n\n{\n  '}"pk": "1001",{'\n  '}"username": "marta.trails",{'\n  '}"follower_count": 1250,{'\n  '}
        "is_private": false, …{'\n}'}
      </Code>
      <Box component="figcaption" className="soft" mt="md" ta="center" style={{ textWrap: 'balance' }}>
        Every response says what it cost. You never pay for invalid requests, rate limits or our failures.
      </Box>
    </Box>
  );
}
