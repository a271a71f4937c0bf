import { ApiProperty } from '@nestjs/swagger';
import { SecondFactorState } from '../session/session.dto';
import { AnswerInteger, AnswerText } from '../shared/fields/response-fields';
import { TextField, TimeField } from '../shared/fields/text-fields';

export class SecondFactorCodeBody {
  @TextField({ max: 32, example: '123456', description: 'Six digits of the authenticator' })
  code: string;
}

export class SecondFactorView extends SecondFactorState {
  @TimeField({ nullable: true })
  enabled_at: string | null;

  @AnswerInteger({ description: 'Recovery codes that are still unused' })
  recovery_codes_left: number;
}

/** What an authenticator needs; the second factor is on once a code of it has been confirmed. */
export class SecondFactorEnrolmentView {
  @AnswerText({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', description: 'Base32, to be typed by hand' })
  secret: string;

  @AnswerText({ example: 'otpauth://totp/Loupe:owner%40example.com?secret=…', description: 'To be shown as a QR code' })
  otpauth_url: string;
}

export class RecoveryCodesView {
  @ApiProperty({ type: [String], description: 'Each works once, in place of a code. Shown only here' })
  recovery_codes: string[];
}
