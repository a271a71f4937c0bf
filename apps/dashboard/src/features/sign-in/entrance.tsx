import { Box } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../components/logo';
import classes from './entrance.module.css';

interface EntranceProps {
  title: string;
  foot?: ReactNode;
  children: ReactNode;
}

/** Frame of the pages before the sign-in: the form, and a sample call beside it. */
export function Entrance({ title, foot, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · Loupe`;
  }, [title]);
  return (
    <div className={classes.entrance}>
      <main className={classes.main}>
        <Box w="100%" maw="21rem">
          <Logo />
          <h1 className={classes.title}>{title}</h1>
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

function SampleCall() {
  return (
    <Box component="figure" w="100%" maw="40rem">
      <pre className={classes.call}>
        <span className={classes.prompt}>$ </span>curl -i {window.location.origin}/users/username/marta.trails{' \\\n'}
        {'    '}-H "x-api-key: <b>loupe_4hTz9QxB…</b>"
      </pre>
      <pre className={classes.response}>
        <span className={classes.good}>HTTP/1.1 200 OK</span>
        {'\n'}x-cost-usd: <b>0.001200</b>
        {'\n'}x-balance-usd: <b>9.998800</b>
        {'\n\n{\n  '}"pk": "1001",{'\n  '}"username": "marta.trails",{'\n  '}"follower_count": 1250,{'\n  '}
        "is_private": false, …{'\n}'}
      </pre>
      <Box component="figcaption" className="soft" mt="md" ta="center" style={{ textWrap: 'balance' }}>
        Every response says what it cost. You never pay for mistakes, rate limits or our failures.
      </Box>
    </Box>
  );
}
