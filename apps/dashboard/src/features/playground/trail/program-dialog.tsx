import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operationsQuery } from '../../../account/account-queries';
import type { DialogControl } from '../../../components/dialog';
import { Dialog } from '../../../components/dialog';
import { keyVariable } from '../../../snippets/snippets';
import { LanguageTabs } from '../language-tabs';
import { useKeyRate } from './key-rate';
import { programOf } from './programs';
import type { Trail } from './trail-search';
import { stepsOf } from './walk';

export function ProgramDialog({ trail, opened, onClose }: DialogControl & { trail: Trail }) {
  const prices = new Map(useQuery(operationsQuery).data?.map(({ name, price_usd }) => [name, price_usd]));
  const requestsPerSecond = useKeyRate();
  const steps = stepsOf(trail.stations.slice(0, trail.at + 1), (name) => prices.get(name) ?? '0');
  const walk = { origin: window.location.origin, steps, requestsPerSecond };
  return (
    <Dialog title="This trail as code" opened={opened} onClose={onClose} size="xl">
      <Stack>
        <p className="soft">
          It walks the same way over all pages, at {requestsPerSecond} requests per second. It prints what each step
          costs before it begins, and stops after <code>MAX_CALLS</code> calls, 100 unless you set it. The key comes
          from <code>{keyVariable}</code>.
        </p>
        <LanguageTabs
          labelOf={(language) => `the trail in ${language}`}
          codeOf={(language) => programOf(language, walk)}
        />
      </Stack>
    </Dialog>
  );
}
