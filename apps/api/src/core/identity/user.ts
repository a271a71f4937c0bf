/** Owners may do everything in an account. Developers may not manage members or money. Viewers only read. */
export const memberRoles = ['owner', 'developer', 'viewer'] as const;

export type MemberRole = (typeof memberRoles)[number];

/** Support may change what it sees. Support viewers only read. */
export const staffRoles = ['support', 'support_viewer'] as const;

export const roles = [...memberRoles, ...staffRoles] as const;

export type Role = (typeof roles)[number];

export const isStaff = ({ role }: { readonly role: Role }): boolean => (staffRoles as readonly Role[]).includes(role);

/** A person who signs in to the dashboard. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  /** The account of a member; null for staff. */
  readonly accountId: number | null;
}

/** A user with their hashed password and second factor. */
export interface Credentials extends User {
  /** Null until a password is set, and for a disabled user. */
  readonly passwordHash: string | null;
  /** Null when no second factor is enabled. */
  readonly secondFactor: EncryptedSecondFactor | null;
}

export interface EncryptedSecondFactor {
  readonly encryptedSecret: string;
  /** Time step of the last code that was accepted. */
  readonly lastStep: number;
}

export interface Member extends User {
  /** Whether the member has a credential of any kind: password, linked person of the provider, passkey. */
  readonly hasJoined: boolean;
  readonly secondFactorEnabled: boolean;
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
  /** Null for the members of customers: only support users can be disabled. */
  readonly disabledAt: Date | null;
}

/** The target of an audit entry about a user. */
export function userTarget({ id, accountId }: Pick<User, 'id' | 'accountId'>) {
  return { accountId, targetType: 'user', targetId: `${id}` };
}
