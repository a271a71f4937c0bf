import { Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery } from '../../../account/account-queries';
import { usePrices } from '../../../account/operations';
import { CodeTabs } from '../../../components/copy';
import { Dialog, type DialogControl } from '../../../components/dialog';
import { Facts } from '../../../components/values';
import { countOf } from '../../../format/counts';
import { roundUsd } from '../../../format/usd';
import { keyVariable, languages } from '../../../snippets/snippets';
import type { CallHistory } from './history';
import { estimate, programStepsOf } from './program-steps';
import { programOf } from './programs';

export function ProgramDialog({ history, opened, onClose }: DialogControl & { history: CallHistory }) {
  const prices = usePrices();
  const requestsPerSecond = useKeyRate();
  const steps = programStepsOf(history.steps.slice(0, history.at + 1), (name) => prices.get(name) ?? '0');
  const program = { origin: window.location.origin, steps, requestsPerSecond };
  return (
    <Dialog title="This trail as code" opened={opened} onClose={onClose} size="xl">
      <Stack>
        <p className="soft">
          The program repeats the trail for all pages, at {requestsPerSecond} requests per second. First it prints what
          each step costs. It stops after <code>MAX_CALLS</code> calls, 100 unless you set it. The key comes from the
          environment variable <code>{keyVariable}</code>.
        </p>
        <CodeTabs
          names={languages}
          defaultName="curl"
          labelOf={(language) => `the trail in ${language}`}
          codeOf={(language) => programOf(language, program)}
        />
      </Stack>
    </Dialog>
  );
}

export function EstimateDialog({ history, opened, onClose }: DialogControl & { history: CallHistory }) {
  const [accounts, setAccounts] = useState('1000');
  const [pages, setPages] = useState('1');
  const prices = usePrices();
  const rate = useKeyRate();
  const steps = programStepsOf(history.steps, (name) => prices.get(name) ?? '0');
  const pricesUsd = steps.flatMap(({ priceUsd, pages: paged }) =>
    Array<string>(paged ? wholeOf(pages, 1_000) : 1).fill(priceUsd),
  );
  const { calls, usd, seconds } = estimate(pricesUsd, wholeOf(accounts, 10_000_000), rate);
  return (
    <Dialog title="What would this trail cost?" opened={opened} onClose={onClose}>
      <Stack>
        <TextInput
          label="Accounts to start from"
          inputMode="numeric"
          value={accounts}
          onChange={(event) => setAccounts(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label="Pages of each list"
          inputMode="numeric"
          value={pages}
          onChange={(event) => setPages(event.currentTarget.value)}
        />
        <Facts
          facts={[
            { name: 'Calls', value: countOf(calls, 'call') },
            { name: 'Price', value: <strong>{roundUsd(usd)}</strong> },
            { name: 'Time', value: `${durationOf(seconds)} at ${rate} requests per second` },
          ]}
        />
        <p className="soft">
          The estimate follows one item of each list, as this trail does. To make it faster, request a higher rate on
          the <Link to="/keys">keys page</Link>.
        </p>
      </Stack>
    </Dialog>
  );
}

function wholeOf(text: string, most: number): number {
  const digits = text.replace(/\D/g, '').slice(0, 9);
  return Math.min(most, Math.max(1, Number(digits)));
}

/** `45 s`, `8 min`, `3 h 20 min` */
function durationOf(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The rate of the fastest active key, or the rate of a new key if none is active. */
function useKeyRate(): number {
  const keys = useInfiniteQuery(keysQuery({ kind: 'own' })).data ?? [];
  const rates = keys.filter(({ state }) => state === 'active').map((key) => key.rate_limit_per_second);
  return Math.max(...rates, 0) || 10;
}
