import type { EntityManager } from 'typeorm';

/** Who acts. The operator's own commands have no user. */
export interface Actor {
  readonly userId: number | null;
  /** How the log names the actor, such as an e-mail address. */
  readonly label: string;
  /** Network address; null for the operator's own commands. */
  readonly address: string | null;
}

/** One deed, as it is logged. */
export interface Deed {
  readonly actor: Actor;
  /** Such as `account.top_up`. */
  readonly action: string;
  readonly accountId: number | null;
  readonly targetType: string;
  readonly targetId: string;
  /** What else a later reader needs; no secrets. */
  readonly detail?: Record<string, unknown>;
}

/** Logs a deed in the transaction that does it, so that neither is there without the other. */
export async function recordAudit(db: EntityManager, deed: Deed): Promise<void> {
  const { actor, action, accountId, targetType, targetId, detail = {} } = deed;
  await db.query(
    `INSERT INTO audit_log (actor_user_id, actor_label, address, action, account_id, target_type, target_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [actor.userId, actor.label, actor.address, action, accountId, targetType, targetId, JSON.stringify(detail)],
  );
}
