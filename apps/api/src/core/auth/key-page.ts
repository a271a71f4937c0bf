import type { KeyEnd, KeyRecord } from './key-record';

export const rowsPerPage = 8_192;
export const wordsPerHash = 8;

const ends: readonly KeyEnd[] = ['expired', 'replaced', 'revoked'];
const endMask = 3;
const suspendedFlag = 4;
const limitedAddressesFlag = 8;

/** A column store of {@link rowsPerPage} keys: 81 bytes each and no object per key: a million of them cost no garbage collection. */
export class KeyPage {
  readonly hashWords = new Int32Array(rowsPerPage * wordsPerHash);
  readonly ids = new Float64Array(rowsPerPage);
  readonly accountIds = new Float64Array(rowsPerPage);
  readonly lineageIds = new Float64Array(rowsPerPage);
  readonly endsAtMs = new Float64Array(rowsPerPage);
  readonly changeMarks = new Float64Array(rowsPerPage);
  readonly ratesPerSecond = new Uint32Array(rowsPerPage);
  private readonly flags = new Uint8Array(rowsPerPage);

  write(index: number, key: KeyRecord): void {
    this.ids[index] = key.id;
    this.accountIds[index] = key.accountId;
    this.lineageIds[index] = key.lineageId;
    this.endsAtMs[index] = key.endsAtMs;
    this.changeMarks[index] = key.changeMark;
    this.ratesPerSecond[index] = key.ratePerSecond;
    this.flags[index] =
      ends.indexOf(key.end) | (key.suspended ? suspendedFlag : 0) | (key.allowedIps ? limitedAddressesFlag : 0);
  }

  end(index: number): KeyEnd {
    return ends[this.flags[index]! & endMask]!;
  }

  isSuspended(index: number): boolean {
    return (this.flags[index]! & suspendedFlag) !== 0;
  }

  hasLimitedAddresses(index: number): boolean {
    return (this.flags[index]! & limitedAddressesFlag) !== 0;
  }
}
