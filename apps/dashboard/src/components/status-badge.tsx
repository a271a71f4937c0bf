import { Badge } from './badge';

/** HTTP status: good, the caller's fault, or ours. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}
