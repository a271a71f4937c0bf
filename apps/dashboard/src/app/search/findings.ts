import type { Operation } from '@loupe/dto';

export interface Finding {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number | boolean>>;
}

interface Group {
  readonly label: string;
  readonly findings: readonly Finding[];
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
}

interface Searched {
  readonly isMember: boolean;
  readonly mayCreate: boolean;
  readonly mayInvite: boolean;
  readonly pages: readonly { readonly to: string; readonly label: string }[];
  readonly keys: readonly Key[];
  readonly operations: readonly Pick<Operation, 'name' | 'path' | 'summary'>[];
}

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const maxPerGroup = 6;

export function findingsFor(
  text: string,
  { isMember, mayCreate, mayInvite, pages, keys, operations }: Searched,
): Group[] {
  const trimmed = text.trim();
  const typed = trimmed.toLowerCase();
  const isTyped = typed !== '';
  const foundKeys = isTyped ? findKeys(typed, keys) : [];
  // Whoever pastes a whole key may have found it in public.
  const leakedKeys = mayCreate ? foundKeys.filter((key) => isPasted(typed, key)) : [];
  const foundOperations = isTyped
    ? operations.filter(({ name, path, summary }) => holds(typed, name, path, summary))
    : [];
  const may = ({ id }: Finding) => (id.startsWith('create') ? mayCreate : id !== 'invite' || mayInvite);
  const actions = isMember
    ? [
        ...memberActions.filter(may),
        ...(mayCreate ? keys.flatMap(keyActions) : []).filter(({ id }) => isTyped && id.startsWith(typed.slice(0, 3))),
      ]
    : supportActions;
  const groups: Group[] = [
    {
      label: 'Request',
      findings:
        isMember && requestId.test(typed)
          ? [{ id: typed, label: 'Open this request', note: typed, to: `/requests/${typed}` }]
          : [],
    },
    {
      label: 'Customers',
      findings:
        !isMember && isTyped
          ? [{ id: 'customer', label: `Find “${trimmed}”`, to: '/support', search: { q: trimmed, open: true } }]
          : [],
    },
    {
      label: 'Keys',
      findings: foundKeys.map(({ id, name, prefix }) => ({
        id: `key ${id}`,
        label: name,
        note: `${prefix}…`,
        to: `/keys/${id}`,
      })),
    },
    {
      label: 'Has it leaked?',
      findings: leakedKeys.map(({ id, name }) => ({
        id: `revoke ${id}`,
        label: `Revoke ${name}`,
        to: `/keys/${id}`,
        search: { action: 'revoke' },
      })),
    },
    { label: 'Actions', findings: actions.filter(({ label }) => holds(typed, label)) },
    {
      label: 'Pages',
      findings: pages.filter(({ label }) => holds(typed, label)).map(({ to, label }) => ({ id: to, label, to })),
    },
    {
      label: 'Playground',
      findings: foundOperations.map(({ name, summary }) => ({
        id: name,
        label: summary,
        note: name,
        to: '/playground',
        search: { operation: name },
      })),
    },
  ];
  return groups
    .filter(({ findings }) => findings.length > 0)
    .map(({ label, findings }) => ({ label, findings: findings.slice(0, maxPerGroup) }));
}

const findKeys = (typed: string, keys: readonly Key[]): Key[] =>
  keys.filter((key) => isPasted(typed, key) || holds(typed, key.name, key.prefix));

const isPasted = (typed: string, { prefix }: Key): boolean => typed.startsWith(prefix.toLowerCase());

const holds = (typed: string, ...texts: string[]): boolean =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => texts.join(' ').toLowerCase().includes(word));

/** `rotate nightly` finds the dialog that rotates the key “Nightly import”. */
const keyActions = ({ id, name }: Key): Finding[] =>
  ['Rotate', 'Edit', 'Revoke'].map((verb) => ({
    id: `${verb.toLowerCase()} ${id}`,
    label: `${verb} “${name}”`,
    to: `/keys/${id}`,
    search: { action: verb.toLowerCase() },
  }));

const memberActions: Finding[] = [
  { id: 'create', label: 'Create a key', to: '/keys', search: { create: true } },
  { id: 'create-test', label: 'Create a test key', to: '/keys', search: { create: true, mode: 'test' } },
  { id: 'invite', label: 'Invite a member', to: '/settings', search: { invite: true } },
  { id: 'spent', label: 'What did today cost?', to: '/', search: { days: 1 } },
  { id: 'members', label: 'Members and notifications', to: '/settings' },
  { id: 'webhook', label: 'Webhooks: endpoints, deliveries, samples', to: '/webhook' },
  { id: 'failed', label: 'Failed requests', to: '/requests', search: { outcome: 'failed' } },
];
const supportActions: Finding[] = [{ id: 'customer', label: 'New customer', to: '/support', search: { create: true } }];
