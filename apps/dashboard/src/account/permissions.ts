import { type CurrentSession, useSession } from '../api/session';
import { useAccountScope } from './account-scope';

type Role = CurrentSession['user']['role'];

export const roleNames: Record<Role, string> = {
  owner: 'Account owner',
  developer: 'Developer',
  viewer: 'Viewer',
  support: 'Support',
};

interface Permissions {
  /** Keys, webhook and playground. */
  readonly develop: boolean;
  /** What concerns money, and who else is let in. */
  readonly own: boolean;
}

/** What the page offers; the server decides. Nothing of a customer's that support looks at. */
export function usePermissions(): Permissions {
  const { role } = useSession().user;
  const isOwn = useAccountScope().kind === 'own';
  return { develop: isOwn && (role === 'owner' || role === 'developer'), own: isOwn && role === 'owner' };
}
