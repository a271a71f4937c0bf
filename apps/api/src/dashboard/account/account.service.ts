import type { SignedIn } from '../access/signed-in';
import type { AccountView, ChangeAccountBody } from './account.dto';

export abstract class AccountService {
  abstract read(accountId: number): Promise<AccountView>;
  abstract change(user: SignedIn, body: ChangeAccountBody): Promise<AccountView>;
}
