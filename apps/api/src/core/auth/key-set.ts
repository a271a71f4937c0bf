import { dayMs } from '../../platform/utc-days';
import { AddressRanges } from './address-ranges';
import { apiKeyPrefix, isTestKey, writeApiKeyHash } from './api-key-format';
import type { AuthenticatedKey, KeyEnd, KeyRecord } from './key-record';
import { KeyRefusal, suspendedAccount, unknownKey } from './key-refusal';

const rowsPerPage = 8_192;
const wordsPerHash = 8;

const ends: readonly KeyEnd[] = ['expired', 'replaced', 'revoked'];
const endMask = 3;
const suspendedFlag = 4;
const limitedAddressesFlag = 8;

const firstSlots = 1_024;

/** How long a key that ended is told apart from one that never existed. */
const rememberedMs = 30 * dayMs;

/**
 * All working keys, in memory, and those that recently stopped working. Found by the SHA-256 of the plaintext in an
 * open-addressing table, at a cost that does not depend on how many there are, in some 90 bytes each.
 */
export class KeySet {
  private readonly pages: KeyPage[] = [];
  private readonly allowedAddresses = new Map<number, AddressRanges>();
  private count = 0;
  /** Row number plus one; zero is free. At least twice as many slots as rows, and never a row that leaves. */
  private slots = new Uint32Array(firstSlots);
  private readonly wantedWords = new Int32Array(wordsPerHash);
  private readonly wantedBytes = Buffer.from(this.wantedWords.buffer);

  get size(): number {
    return this.count;
  }

  /**
   * Adds a key or brings it up to date. An older record of a key never undoes a newer one, and nothing undoes a revocation.
   * @param nowMs milliseconds since 1970.
   * @returns whether it was in use until now, and has been revoked.
   */
  put(key: KeyRecord, nowMs: number): boolean {
    this.wantedBytes.set(key.hash);
    const known = this.find();
    if (known < 0 && key.endsAtMs < nowMs - rememberedMs) return false;
    const row = known < 0 ? this.append() : known;
    const page = this.pages[Math.floor(row / rowsPerPage)]!;
    const index = row % rowsPerPage;
    if (known >= 0 && key.end !== 'revoked') {
      if (page.changeMarks[index]! > key.changeMark || page.end(index) === 'revoked') return false;
    }
    const isRevocation = known >= 0 && key.end === 'revoked' && page.end(index) !== 'revoked';
    page.write(index, key);
    if (key.allowedIps) this.allowedAddresses.set(key.id, new AddressRanges(key.allowedIps));
    else this.allowedAddresses.delete(key.id);
    return isRevocation;
  }

  /** @param text a well-formed key. @param nowMs milliseconds since 1970. */
  authenticate(text: string, nowMs: number): AuthenticatedKey | KeyRefusal {
    writeApiKeyHash(text, this.wantedBytes);
    return this.wanted(apiKeyPrefix(text), isTestKey(text), nowMs);
  }

  /** The same for a live key whose text nobody has. */
  ofHash({ hash, prefix }: { hash: Uint8Array; prefix: string }, nowMs: number): AuthenticatedKey | KeyRefusal {
    this.wantedBytes.set(hash);
    return this.wanted(prefix, false, nowMs);
  }

  private wanted(prefix: string, isTest: boolean, nowMs: number): AuthenticatedKey | KeyRefusal {
    const row = this.find();
    if (row < 0) return unknownKey;
    const page = this.pages[Math.floor(row / rowsPerPage)]!;
    const index = row % rowsPerPage;
    const id = page.ids[index]!;
    const key: AuthenticatedKey = {
      id,
      accountId: page.accountIds[index]!,
      lineageId: page.lineageIds[index]!,
      prefix,
      ratePerSecond: page.ratesPerSecond[index]!,
      isTest,
      allowedAddresses: page.hasLimitedAddresses(index) ? this.allowedAddresses.get(id) : undefined,
    };
    // A revocation does not wait for this machine's clock to reach the database's.
    if (page.endsAtMs[index]! <= nowMs || page.end(index) === 'revoked') return endedKey(page, index, key);
    return page.isSuspended(index) ? suspendedAccount(key) : key;
  }

  /** Whose key it is or was; undefined when it is not known. @param text a well-formed key. */
  accountOf(text: string): number | undefined {
    writeApiKeyHash(text, this.wantedBytes);
    const row = this.find();
    return row < 0 ? undefined : this.pages[Math.floor(row / rowsPerPage)]!.accountIds[row % rowsPerPage];
  }

  /** The row whose hash is the wanted one, or -1. */
  private find(): number {
    const mask = this.slots.length - 1;
    for (let slot = this.wantedWords[0]! & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot]!;
      if (entry === 0) return -1;
      if (this.isWanted(entry - 1)) return entry - 1;
    }
  }

  /** Compares all 32 bytes always: how long it takes does not tell how many of them were right. */
  private isWanted(row: number): boolean {
    const words = this.pages[Math.floor(row / rowsPerPage)]!.hashWords;
    const start = (row % rowsPerPage) * wordsPerHash;
    let difference = 0;
    for (let i = 0; i < wordsPerHash; i++) difference |= words[start + i]! ^ this.wantedWords[i]!;
    return difference === 0;
  }

  private append(): number {
    if (this.count * 2 >= this.slots.length) this.doubleSlots();
    const row = this.count++;
    if (row % rowsPerPage === 0) this.pages.push(new KeyPage());
    this.pages.at(-1)!.hashWords.set(this.wantedWords, (row % rowsPerPage) * wordsPerHash);
    this.occupySlot(row, this.wantedWords[0]!);
    return row;
  }

  private doubleSlots(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    for (let row = 0; row < this.count; row++) {
      this.occupySlot(row, this.pages[Math.floor(row / rowsPerPage)]!.hashWords[(row % rowsPerPage) * wordsPerHash]!);
    }
  }

  private occupySlot(row: number, firstWord: number): void {
    const mask = this.slots.length - 1;
    let slot = firstWord & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = row + 1;
  }
}

/** A column store of {@link rowsPerPage} keys: 81 bytes each and no object per key: a million of them cost no garbage collection. */
class KeyPage {
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

/** Only a caller with the plaintext gets here, so it may say more than a guesser is told. */
function endedKey(page: KeyPage, index: number, key: AuthenticatedKey): KeyRefusal {
  const since = new Date(page.endsAtMs[index]!).toISOString();
  const detail = {
    expired: `This API key expired at ${since}. Create a new one in the dashboard.`,
    replaced: `This API key was replaced by a rotation, and stopped working at ${since}. Use the newer one.`,
    revoked: `This API key was revoked at ${since}. Create a new one in the dashboard.`,
  }[page.end(index)];
  return new KeyRefusal(detail, 'unauthorized', key);
}
