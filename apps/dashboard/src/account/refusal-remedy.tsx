import { Link } from '@tanstack/react-router';
import type { View } from '../api/client';
import { keyLink, useAccountScope } from './account-scope';
import { usePermissions } from './permissions';

const remedies = {
  key_cap_reached: { action: 'edit', text: 'Raise the limit' },
  too_many_requests: { action: 'request-rate', text: 'Request a higher rate limit' },
} as const;

/** Leads to what ends the refusals of a key. Offers no rate request while one is pending. */
export function RefusalRemedy({ code, apiKey }: { code: string | null; apiKey: View<'KeyView'> | undefined }) {
  const scope = useAccountScope();
  const { develop } = usePermissions();
  if (!develop) return null;
  if (code === 'insufficient_balance') return <Link to="/">Ask for a top-up</Link>;
  if (!apiKey || (code !== 'key_cap_reached' && code !== 'too_many_requests')) return null;
  const { action, text } = remedies[code];
  if (action === 'request-rate' && apiKey.rate_request?.state === 'open') return null;
  return (
    <Link {...keyLink(scope, apiKey.id)} search={{ action }} preload={false}>
      {text}
    </Link>
  );
}
