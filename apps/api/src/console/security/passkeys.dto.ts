import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from '../../core/identity/passkeys/passkeys.repository';
import { BooleanField, IdField, TextField, TimeField, WebAuthnField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseText } from '../fields/response-fields';

export class AddPasskeyBody {
  @TextField({ max: 100, example: 'Work laptop' }) name: string;
  @WebAuthnField('The RegistrationResponseJSON of WebAuthn Level 3') credential: RegistrationResponseJSON;
}

export class PasskeyView {
  @IdField() id: string;
  @ResponseText({ example: 'Work laptop' }) name: string;
  @ResponseText({ description: 'User-Agent of the browser that made it' }) user_agent: string;
  @BooleanField({ description: 'Whether a password manager copies it to other devices' }) synced: boolean;
  @ResponseText({ example: 'loupe.example.com', description: 'The host where it works' }) host: string;
  @TimeField() created_at: string;
  @TimeField({ nullable: true }) last_used_at: string | null;
}

export class PasskeyList extends listOf(PasskeyView) {}

export function passkeyView(passkey: Passkey): PasskeyView {
  return {
    id: `${passkey.id}`,
    name: passkey.name,
    user_agent: passkey.userAgent,
    synced: passkey.isSynced,
    host: passkey.host,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
