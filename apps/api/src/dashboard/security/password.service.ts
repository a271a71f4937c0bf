import type { SignedIn } from '../access/signed-in';
import type { PasswordLinkView } from './password.dto';

export abstract class PasswordService {
  abstract change(user: SignedIn, current: string, next: string): Promise<void>;
  abstract inspectLink(token: string): Promise<PasswordLinkView>;
  abstract acceptLink(token: string, password: string): Promise<PasswordLinkView>;
}
