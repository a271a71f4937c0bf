import { type CurrentSession, useSession } from '../api/session';
import { useAccountScope } from './account-scope';

type Role = CurrentSession['user']['role'];

export const roleNames: Record<Role, string> = {
  owner: 'Account owner',
  developer: 'Developer',
  viewer: 'Viewer',
  support: 'Support',
  support_viewer: 'Support (read-only)',
};

interface Permissions {
  readonly develop: boolean;
  /** To manage money and members. */
  readonly own: boolean;
  /** To change what customers have, as support. */
  readonly assist: boolean;
}

/** Roles that belong to no account. */
export const isStaff = (role: Role): boolean => role === 'support' || role === 'support_viewer';

/** The page hides what the server would reject. */
export function usePermissions(): Permissions {
  const { role } = useSession().user;
  const isOwn = useAccountScope().kind === 'own';
  return {
    develop: isOwn && (role === 'owner' || role === 'developer'),
    own: isOwn && role === 'owner',
    assist: role === 'support',
  };
}
