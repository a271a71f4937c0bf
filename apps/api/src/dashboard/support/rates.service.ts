import type { SignedIn } from '../access/signed-in';
import type { KeyView, RateRequestView } from '../keys/key-views.dto';
import type { RateDecisionBody, RateRequestPage, RateRequestsQuery } from './rates.dto';

export abstract class RatesService {
  abstract setRate(user: SignedIn, id: number, ratePerSecond: number): Promise<KeyView>;
  abstract list(query: RateRequestsQuery): Promise<RateRequestPage>;
  abstract decide(user: SignedIn, id: number, body: RateDecisionBody): Promise<RateRequestView>;
}
