import type { SignedIn } from '../access/signed-in';
import type { ChangeKeyBody, CreateKeyBody, RateRequestBody } from './key-bodies.dto';
import type { KeyView, NewKeyView, RateRequestView } from './key-views.dto';

export abstract class KeysService {
  abstract create(user: SignedIn, body: CreateKeyBody): Promise<NewKeyView>;
  abstract change(user: SignedIn, id: number, body: ChangeKeyBody): Promise<KeyView>;
  abstract revoke(user: SignedIn, id: number): Promise<void>;
  abstract rotate(user: SignedIn, id: number, overlapSeconds: number): Promise<NewKeyView>;
  abstract requestRate(user: SignedIn, id: number, body: RateRequestBody): Promise<RateRequestView>;
}
