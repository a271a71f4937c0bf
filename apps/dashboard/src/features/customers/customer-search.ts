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

const customerOrders: readonly CustomerOrder[] = ['days_left', 'spend', 'failing'];

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
    ...(isView(view) && view !== 'all' && { view }),
    ...(isOrder(sort) && { sort }),
    ...(create === true && { create }),
    ...(open === true && { open }),
  };
}

const isOrder = (value: unknown): value is CustomerOrder => customerOrders.some((order) => order === value);

const isView = (value: unknown): value is CustomerView =>
  typeof value === 'string' && Object.hasOwn(customerViews, value);

/** Eight characters identify a key. URLs end up in browser histories and proxy logs, so a longer part must not be in them. */
export function withoutSecrets(text: string): string {
  return text.replace(/(loupe_(?:test_)?[0-9A-Za-z]{8})[0-9A-Za-z]+/g, '$1');
}
