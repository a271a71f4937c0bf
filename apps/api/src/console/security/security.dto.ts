import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, ChoiceField, EmailField, SecretField, TextField, TimeField } from '../fields/fields';
import { ResponseInteger, ResponseText } from '../fields/response-fields';

const passwordRule = 'At least 12 characters, and not a common password';

export class ChangePasswordBody {
  @SecretField({ optional: true, description: 'Only a user without a password leaves it out' })
  current_password?: string;
  @SecretField({ description: passwordRule }) new_password: string;
}

export class PasswordLinkBody {
  @SecretField({ description: 'The part of the link after #' }) token: string;
}

export class AcceptPasswordLinkBody extends PasswordLinkBody {
  @SecretField({ description: passwordRule }) password: string;
}

export class PasswordLinkView {
  @ChoiceField(['invitation', 'reset', 'sign_in']) purpose: 'invitation' | 'reset' | 'sign_in';
  @EmailField() email: string;
  @ResponseText({ nullable: true, description: 'The account that the user belongs to; null for support' })
  account_name: string | null;
  @TimeField() expires_at: string;
}

export class SecondFactorCodeBody {
  @TextField({ max: 32, example: '123456', description: 'Six-digit code from the authenticator' }) code: string;
}

export class SecondFactorView {
  @BooleanField() enabled: boolean;
  @BooleanField({ description: 'Whether the operator requires it for this user' }) required: boolean;
  @TimeField({ nullable: true }) enabled_at: string | null;
  @ResponseInteger({ description: 'Unused recovery codes' }) recovery_codes_left: number;
}

/** Data for the authenticator. The factor becomes active when a code is confirmed. */
export class SecondFactorEnrolmentView {
  @ResponseText({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', description: 'Base32, for manual entry' })
  secret: string;

  @ResponseText({
    example: 'otpauth://totp/Loupe:owner%40example.com?secret=…',
    description: 'For display as a QR code',
  })
  otpauth_url: string;
}

export class RecoveryCodesView {
  @ApiProperty({ type: [String], description: 'Each works once, instead of an authenticator code. Shown only once' })
  recovery_codes: string[];
}
