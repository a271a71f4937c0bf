import type { View } from '../../../api/views';
import { Moment } from '../../../components/moment';
import { countOf } from '../../../format/counts';
import classes from './key-limits.module.css';

/** Rate, addresses and expiry in one quiet line. */
export function KeyLimits({ apiKey }: { apiKey: View<'KeyView'> }) {
  const addresses = apiKey.allowed_ips;
  return (
    <p className={classes.limits}>
      <span>{apiKey.rate_limit_per_second} requests a second</span>
      <span title={addresses.join(', ')}>
        {addresses.length === 0
          ? 'from any address'
          : addresses.length === 1
            ? `from ${addresses[0]}`
            : `from ${countOf(addresses.length, 'range')}`}
      </span>
      {apiKey.retires_at !== null && (
        <span>
          replaced, {apiKey.state === 'active' ? 'stops' : 'stopped'} <Moment at={apiKey.retires_at} />
        </span>
      )}
      {apiKey.expires_at !== null && (
        <span>
          {apiKey.state === 'expired' ? 'expired' : 'expires'} <Moment at={apiKey.expires_at} />
        </span>
      )}
      <span>
        created <Moment at={apiKey.created_at} as="date" />
      </span>
    </p>
  );
}
