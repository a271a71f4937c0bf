import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { providerAddress } from '../../api/session';

interface ProviderButtonProps {
  provider: string;
  /** Where to go afterwards: a path below /dashboard/. */
  to: string;
}

export function ProviderButton({ provider, to }: ProviderButtonProps) {
  return (
    <Button component="a" href={providerAddress({ to })} size="sm" variant="filled" fullWidth>
      Continue with {provider}
    </Button>
  );
}

/** Tells all tabs of this browser that the person was here. */
const channelName = 'loupe-confirmed';

/** Opens the provider in another tab, so that this one keeps what was typed. @param onDone when that tab has come back */
export function ProviderInNewTab({
  provider,
  confirm,
  onDone,
}: {
  provider: string;
  confirm: boolean;
  onDone: () => void;
}) {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = onDone;
    return () => channel.close();
  }, [onDone]);
  const href = providerAddress({ to: '/dashboard/confirmed', ...(confirm && { confirm: 'true' }) });
  return (
    <Button component="a" href={href} target="_blank" rel="opener" fullWidth>
      Continue with {provider}
    </Button>
  );
}

export function tellConfirmed(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}
