import type { View } from '../api/client';

interface Remedy {
  readonly action: 'edit' | 'request-rate';
  readonly text: string;
}

const remedies: Readonly<Record<string, Remedy>> = {
  key_cap_reached: { action: 'edit', text: 'Raise the limit' },
  too_many_requests: { action: 'request-rate', text: 'Request a higher rate limit' },
};

/** Offers no rate request while one is pending. */
export function refusalRemedy(code: string, key: View<'KeyView'>): Remedy | undefined {
  const remedy = remedies[code];
  const requested = key.rate_request?.state === 'open';
  return requested && remedy?.action === 'request-rate' ? undefined : remedy;
}
