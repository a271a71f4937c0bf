import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Moment } from '../../../components/moment';
import classes from './customer-facts.module.css';
import { PasswordLinkButton } from './password-link-button';

/** Who owns the account, and a way back in for owners who lost theirs. */
export function CustomerFacts({ customer }: { customer: View<'CustomerDetailView'> }) {
  return (
    <ul className={classes.owners} aria-label="Owners">
      {customer.owners.map((owner) => (
        <li key={owner.id} className={classes.owner}>
          <span>
            <strong>{owner.email}</strong> {!owner.has_password && <Badge tone="warn">invitation open</Badge>}{' '}
            {owner.second_factor_enabled && <Badge tone="good">second factor</Badge>}
            <span className={classes.aside}>
              {owner.last_seen_at === null ? (
                ' never signed in'
              ) : (
                <>
                  {' '}
                  seen <Moment at={owner.last_seen_at} />
                </>
              )}
            </span>
          </span>
          <PasswordLinkButton owner={owner} />
        </li>
      ))}
      <li className={classes.aside}>
        Account {customer.id}, since <Moment at={customer.created_at} as="minute" />
      </li>
    </ul>
  );
}
