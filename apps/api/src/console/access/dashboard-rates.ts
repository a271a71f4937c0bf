import { Injectable } from '@nestjs/common';
import { LocalRateStore } from '../../core/rate-limit/rate-store';
import { tooManyRequests } from '../../platform/problem';

/** Requests per second in this process. A page sends about ten at once. */
const limits = { session: 20, account: 40 };

/** Bounds how often sessions and the members of an account may call the dashboard's API, so that neither occupies this process. */
@Injectable()
export class DashboardRates {
  private readonly sessions = new LocalRateStore(thisProcess);
  private readonly accounts = new LocalRateStore(thisProcess);

  /** @param token the session's cookie, whether valid or not. @throws {Problem} `too_many_requests` */
  async takeSession(token: string): Promise<void> {
    await take(this.sessions, 'session', numberOf(token));
  }

  /** @throws {Problem} `too_many_requests` */
  async takeAccount(accountId: number): Promise<void> {
    await take(this.accounts, 'account', accountId);
  }
}

const thisProcess = { count: 1 };

async function take(store: LocalRateStore, who: keyof typeof limits, id: number): Promise<void> {
  const { admitted, waitMs } = await store.take(id, limits[who]);
  if (admitted) return;
  const detail = `This ${who} may send ${limits[who]} requests per second to the dashboard. Try again in 1 s.`;
  throw tooManyRequests('rate', detail, Math.ceil(waitMs / 1_000));
}

/** The first 48 bits of the random token. */
function numberOf(token: string): number {
  return Buffer.from(token, 'base64url').readUIntBE(0, 6);
}
