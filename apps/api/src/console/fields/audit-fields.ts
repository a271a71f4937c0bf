import { ApiProperty } from '@nestjs/swagger';
import type { AuditEntry } from '../../platform/audit/audit-log.repository';
import { IdField, TimeField } from './fields';
import { pageOf } from './page';
import { ResponseObject, ResponseText } from './response-fields';

export class ActorView {
  @IdField({ nullable: true, description: 'null: no member, but a token, support, the operator or Loupe itself' })
  user_id: string | null;

  @IdField({ nullable: true, description: 'The management token of a program' }) token_id: string | null;

  @ResponseText({ description: 'Email address of the member, name of the token, or a fixed name such as support' })
  label: string;

  @ResponseText({ nullable: true, description: 'IP address; null for support' }) address: string | null;
}

export class AuditTargetView {
  @ResponseText({ example: 'key' }) type: string;
  @ResponseText() id: string;
}

export class EntryView {
  @IdField() id: string;
  @TimeField() time: string;
  @ResponseObject(ActorView) actor: ActorView;
  @ResponseText({ example: 'key.rotate' }) action: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Members depend on the action' })
  details: object;
}

/** An audit entry as members of the account see it. */
export class AccountEntryView extends EntryView {
  @ResponseObject(AuditTargetView) target: AuditTargetView;
}

export class AccountEntryPage extends pageOf(AccountEntryView) {}

export function accountEntryView(entry: AuditEntry): AccountEntryView {
  return {
    id: entry.id,
    time: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    target: { type: entry.target_type, id: entry.target_id },
    details: entry.detail,
  };
}
