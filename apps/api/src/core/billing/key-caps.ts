import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BoundedMap } from '../../platform/bounded-map';
import { deadlines } from '../../platform/database/bounded-client';
import { Problem } from '../../platform/problem';
import { withTimeout } from '../../platform/promises';
import { type RefusedCharge, refusedCharge } from './charge-outcome';
import { type KeyCap, KeyCapsRepository, type KeyFamily } from './key-caps.repository';

const maxKnown = 100_000;

/**
 * Caches what the caps allow, only to avoid useless upstream requests. Before a refusal, the caps are read again.
 */
@Injectable()
export class KeyCaps {
  /** Remaining micro-USD by key family; infinite without a cap. */
  private readonly left = new BoundedMap<number, number>(maxKnown);

  constructor(
    private readonly dataSource: DataSource,
    private readonly caps: KeyCapsRepository,
  ) {}

  /** The caps and spending of a key family as a caller sees them; null without a cap. Of two daily caps, the one with less left. */
  async describe(family: KeyFamily): Promise<Record<string, string | null>> {
    const caps = await this.read(family);
    const [daily] = caps.filter(({ period }) => period === 'day').sort((a, b) => leftOf(a) - leftOf(b));
    return {
      ...membersOf('daily', daily),
      ...membersOf(
        'monthly',
        caps.find(({ period }) => period === 'month'),
      ),
    };
  }

  /** Requires that the caps allow the price. @throws {Problem} `key_cap_reached` or `service_unavailable` */
  async require(family: KeyFamily, priceMicros: bigint): Promise<void> {
    const left = this.left.get(family.keyFamilyId);
    if (left !== undefined && left >= priceMicros) return;
    const problem = await this.problemNow(family, priceMicros);
    if (problem) throw problem;
  }

  spend({ keyFamilyId }: KeyFamily, priceMicros: bigint): void {
    const left = this.left.get(keyFamilyId);
    if (left !== undefined && left !== Number.POSITIVE_INFINITY) this.left.set(keyFamilyId, left - Number(priceMicros));
  }

  /** The problem for a refused charge. A low balance is reported before a reached cap. */
  async problemOf(refusal: RefusedCharge, family: KeyFamily): Promise<Problem> {
    const { reason, balanceMicros, requiredMicros } = refusal;
    if (reason === 'suspended' || balanceMicros < requiredMicros)
      return refusedCharge({ ...refusal, reason: reason === 'suspended' ? reason : 'balance' });
    const problem = await this.problemNow(family, requiredMicros);
    return (
      problem ??
      new Problem('service_unavailable', 'The spending caps of this key have just changed. Send the request again.')
    );
  }

  private async problemNow(family: KeyFamily, priceMicros: bigint): Promise<Problem | undefined> {
    const caps = await this.read(family);
    const left = caps.map(leftOf);
    this.left.set(family.keyFamilyId, Math.min(...left));
    const met = left.findIndex((micros) => micros < priceMicros);
    return met < 0 ? undefined : capReached(caps[met]!, priceMicros);
  }

  private read(family: KeyFamily): Promise<KeyCap[]> {
    return withTimeout(this.caps.find(this.dataSource, family), deadlines.callerMs).catch(() => {
      throw new Problem('service_unavailable', 'The ledger is unavailable. Send the request again.');
    });
  }
}

function leftOf({ capMicros, spentMicros }: KeyCap): number {
  return Number(capMicros - spentMicros);
}

function membersOf(name: 'daily' | 'monthly', cap: KeyCap | undefined): Record<string, string | null> {
  return {
    [`${name}_cap_usd`]: cap ? formatUsd(cap.capMicros) : null,
    [`${name}_spent_usd`]: cap ? formatUsd(cap.spentMicros) : null,
    [`${name}_resets_at`]: cap ? cap.resetsAt.toISOString() : null,
  };
}

function capReached({ isOfDeveloper, period, capMicros, spentMicros, resetsAt }: KeyCap, priceMicros: bigint): Problem {
  const members = {
    period,
    cap_usd: formatUsd(capMicros),
    spent_usd: formatUsd(spentMicros),
    resets_at: resetsAt.toISOString(),
  };
  const who = isOfDeveloper ? 'the keys of its developer have spent' : 'the key has spent';
  const whose = isOfDeveloper ? 'the developer’s' : 'its';
  const detail = `This request costs $${formatUsd(priceMicros)}, and ${who} $${members.spent_usd} of ${whose} cap of $${members.cap_usd} for the ${period} (UTC). The next ${period} begins at ${members.resets_at}.`;
  return new Problem('key_cap_reached', detail, { members });
}
