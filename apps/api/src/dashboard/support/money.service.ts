import type { SignedIn } from '../access/signed-in';
import type { AccountStatusView, EntryReceiptView, TopUpBody } from './money.dto';

export abstract class MoneyService {
  abstract topUp(user: SignedIn, accountId: number, idempotencyKey: string, body: TopUpBody): Promise<EntryReceiptView>;
  abstract reverse(user: SignedIn, entryId: number, note: string): Promise<EntryReceiptView>;
  abstract suspend(user: SignedIn, accountId: number, note: string | undefined): Promise<AccountStatusView>;
  abstract resume(user: SignedIn, accountId: number, note: string | undefined): Promise<AccountStatusView>;
}
