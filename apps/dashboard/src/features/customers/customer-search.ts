import type { paths } from '../../api/generated/dashboard-api';

type Query = NonNullable<paths['/dashboard/api/support/accounts']['get']['parameters']['query']>;
export type CustomerView = NonNullable<Query['view']>;
export type CustomerOrder = NonNullable<Query['sort']>;

export const customerViews: Readonly<Record<CustomerView, string>> = {
  all: 'All',
  asking: 'Wants a top-up',
  low: 'Low',
  new: 'New',
  suspended: 'Suspended',
};

export const customerOrders: Readonly<Record<CustomerOrder, string>> = {
  newest: 'Newest',
  days_left: 'Fewest days left',
  spend: 'Highest spend',
  failing: 'Most failures',
};

export interface CustomerSearch {
  q?: string;
  view?: CustomerView;
  sort?: CustomerOrder;
  create?: boolean;
  /** Opens a single match directly. */
  open?: boolean;
}

/** Accepts a number as `q`: an account id or a name may look like a number, and the router parses it as one. */
export function customerSearch({ q, view, sort, create, open }: Record<string, unknown>): CustomerSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? withoutSecrets(String(q)).slice(0, 200) : '';
  return {
    ...(text !== '' && { q: text }),
    ...(isOneOf(customerViews, view) && view !== 'all' && { view }),
    ...(isOneOf(customerOrders, sort) && sort !== 'newest' && { sort }),
    ...(create === true && { create }),
    ...(open === true && { open }),
  };
}

const isOneOf = <Name extends string>(names: Readonly<Record<Name, string>>, value: unknown): value is Name =>
  typeof value === 'string' && Object.hasOwn(names, value);

/** Eight characters identify a key. URLs end up in browser histories and proxy logs, so a longer part must not be in them. */
export function withoutSecrets(text: string): string {
  return text.replace(/(loupe_(?:test_)?[0-9A-Za-z]{8})[0-9A-Za-z]+/g, '$1');
}
