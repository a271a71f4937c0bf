import type { SignedIn } from '../access/signed-in';
import type { RecoveryCodesView, SecondFactorEnrolmentView, SecondFactorView } from './second-factor.dto';

export abstract class SecondFactorService {
  abstract state(user: SignedIn): Promise<SecondFactorView>;
  abstract enrol(user: SignedIn): Promise<SecondFactorEnrolmentView>;
  abstract confirm(user: SignedIn, code: string): Promise<RecoveryCodesView>;
  abstract renewRecoveryCodes(user: SignedIn): Promise<RecoveryCodesView>;
  abstract disable(user: SignedIn): Promise<void>;
}
