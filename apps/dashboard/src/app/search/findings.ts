import type { Operation } from '@loupe/dto';

/** One thing that a search leads to. */
export interface Finding {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | boolean>>;
}

interface Group {
  readonly label: string;
  readonly findings: readonly Finding[];
}

interface Searched {
  /** For members of an account, not for support. */
  readonly isMember: boolean;
  readonly mayCreate: boolean;
  readonly pages: readonly { readonly to: string; readonly label: string }[];
  readonly keys: readonly { readonly id: string; readonly name: string; readonly prefix: string }[];
  readonly operations: readonly Pick<Operation, 'name' | 'path' | 'summary'>[];
}

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const maxPerGroup = 6;

/** What a text may mean, the most certain first. Without a text, where one can go. */
export function findingsFor(text: string, { isMember, mayCreate, pages, keys, operations }: Searched): Group[] {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/).filter(Boolean);
  const holds = (...texts: string[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word));
  const groups: Group[] = [];
  const add = (label: string, findings: Finding[]) => {
    if (findings.length > 0) groups.push({ label, findings: findings.slice(0, maxPerGroup) });
  };
  if (isMember && requestId.test(typed))
    add('Request', [{ id: typed, label: 'Open this request', note: typed, to: `/requests/${typed}` }]);
  if (!isMember && typed !== '')
    add('Customers', [
      { id: 'customer', label: `Find “${text.trim()}”`, to: '/support', search: { q: text.trim(), open: true } },
    ]);
  const found =
    typed === ''
      ? []
      : keys.filter(({ name, prefix }) => typed.startsWith(prefix.toLowerCase()) || holds(name, prefix));
  add(
    'Keys',
    found.map(({ id, name, prefix }) => ({
      id: `key ${id}`,
      label: name,
      note: `${prefix}…`,
      to: `/keys/${id}`,
    })),
  );
  // Who pastes a whole key may have found it where it must not be.
  const leaked = mayCreate ? found.filter(({ prefix }) => typed.startsWith(prefix.toLowerCase())) : [];
  add(
    'Has it leaked?',
    leaked.map(({ id, name }) => ({
      id: `revoke ${id}`,
      label: `Revoke ${name}`,
      to: `/keys/${id}`,
      search: { action: 'revoke' },
    })),
  );
  const actions = isMember ? memberActions.filter(({ id }) => mayCreate || id !== 'create') : supportActions;
  add(
    'Actions',
    actions.filter(({ label }) => holds(label)),
  );
  add(
    'Pages',
    pages.filter(({ label }) => holds(label)).map(({ to, label }) => ({ id: to, label, to })),
  );
  add(
    'Playground',
    (typed === '' ? [] : operations)
      .filter(({ name, path, summary }) => holds(name, path, summary))
      .map(({ name, summary }) => ({
        id: name,
        label: summary,
        note: name,
        to: '/playground',
        search: { operation: name },
      })),
  );
  return groups;
}

const memberActions: Finding[] = [
  { id: 'create', label: 'Create a key', to: '/keys', search: { create: true } },
  { id: 'webhook', label: 'Webhook: events and samples', to: '/webhook' },
  { id: 'failed', label: 'Failed requests', to: '/requests', search: { outcome: 'failed' } },
];
const supportActions: Finding[] = [{ id: 'customer', label: 'New customer', to: '/support', search: { create: true } }];
