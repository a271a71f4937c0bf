import type { Notifications } from '../../platform/database/notifications';
import { generateApiKey, hashApiKey } from './api-key-format';
import { maxKeySetAgeMs } from './auth.module';
import { feedPageSize, type KeyChanges, type KeyFeedRepository } from './key-feed.repository';
import type { KeyRecord } from './key-record';
import { KeySetRefresher } from './key-set.refresher';

/** A fake feed of records in memory. Its reads can fail or be delayed. */
class FakeFeed {
  records: KeyRecord[] = [];
  lastMark = 0;
  reads = 0;
  error: Error | undefined;
  databaseMs = Date.now();
  delay: Promise<void> | undefined;

  async changesAfter(mark: number): Promise<KeyChanges> {
    this.reads++;
    const changed = this.records.filter(({ changeMark }) => changeMark > mark);
    const keys = changed.sort((left, right) => left.changeMark - right.changeMark).slice(0, feedPageSize);
    await this.delay;
    if (this.error) throw this.error;
    return { keys, databaseMs: this.databaseMs };
  }

  async close(): Promise<void> {}

  add(text: string): void {
    this.records.push({
      id: this.records.length + 1,
      accountId: 1,
      keyFamilyId: 1,
      hash: hashApiKey(text).toString('hex'),
      ratePerSecond: 10,
      endsAtMs: Number.POSITIVE_INFINITY,
      end: 'expired',
      suspended: false,
      allowedAddresses: undefined,
      changeMark: ++this.lastMark,
    });
  }

  revoke(index: number): void {
    const record = this.records[index]!;
    this.records[index] = { ...record, end: 'revoked', endsAtMs: 0, changeMark: ++this.lastMark };
  }
}

describe('KeySetRefresher', () => {
  let feed: FakeFeed;
  let nowMs: number;
  let refresher: KeySetRefresher;
  let notify: () => void;
  let reconnect: () => void;
  const log = { error: jest.fn(), info: jest.fn() };
  const key = generateApiKey();

  beforeEach(async () => {
    jest.clearAllMocks();
    feed = new FakeFeed();
    feed.add(key);
    nowMs = 1_000;
    const notifications = {
      on: (_: string, handler: () => void) => (notify = handler),
      onReconnect: (handler: () => void) => (reconnect = handler),
    };
    refresher = new KeySetRefresher(
      feed as unknown as KeyFeedRepository,
      notifications as unknown as Notifications,
      { refreshMs: 3_600_000, maxAgeMs: maxKeySetAgeMs },
      log,
      () => nowMs,
    );
    await refresher.start();
  });
  afterEach(() => refresher.stop());

  const works = (text: string) => 'id' in refresher.current()!.authenticate(text, Date.now());

  it('has no key set before it has read all keys', async () => {
    const unread = new KeySetRefresher(
      feed as unknown as KeyFeedRepository,
      { on: jest.fn(), onReconnect: jest.fn() } as unknown as Notifications,
      { refreshMs: 1_000, maxAgeMs: maxKeySetAgeMs },
      log,
    );
    expect(unread.current()).toBeUndefined();
  });

  it('uses the clock of the database, not of this machine', async () => {
    feed.databaseMs = 500_000;
    await refresher.refresh();
    nowMs += 40;
    expect(refresher.databaseMs).toBe(500_040);
    feed.databaseMs = 400_000;
    await refresher.refresh();
    expect(refresher.databaseMs).toBe(400_000);
  });

  it('reads once more after any number of notifications during a read', async () => {
    let release = () => {};
    feed.delay = new Promise((resolve) => (release = resolve));
    const readsBefore = feed.reads;
    notify();
    feed.revoke(0);
    for (let i = 0; i < 5; i++) notify();
    release();
    await refresher.refresh();
    expect(feed.reads).toBe(readsBefore + 2);
    expect(works(key)).toBe(false);
  });

  it('does not miss a notification that arrives just before, at or just after the end of a read', async () => {
    for (let turns = 0; turns < 30; turns++) {
      notify();
      for (let turn = 0; turn < turns; turn++) await undefined;
      const added = generateApiKey();
      feed.add(added);
      notify();
      await new Promise((resolve) => setImmediate(resolve));
      expect({ turns, works: works(added) }).toEqual({ turns, works: true });
    }
  });

  it('reads all pages of the changes', async () => {
    const texts = Array.from({ length: feedPageSize + 1 }, generateApiKey);
    for (const text of texts) feed.add(text);
    await refresher.refresh();
    expect(texts.every(works)).toBe(true);
  });

  it('counts the age of the set from the start of a read, not from the end', async () => {
    let release = () => {};
    feed.delay = new Promise((resolve) => (release = resolve));
    const read = refresher.refresh();
    nowMs += 20_000;
    release();
    await read;
    expect(refresher.ageMs).toBe(20_000);
  });

  it('logs one line when reads begin to fail and one when they succeed again', async () => {
    feed.error = new Error('out of reach');
    for (let i = 0; i < 3; i++) await refresher.refresh();
    feed.error = undefined;
    for (let i = 0; i < 3; i++) await refresher.refresh();
    expect([log.error.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1]);
  });

  it('repeats a full read that failed', async () => {
    feed.error = new Error('out of reach');
    reconnect();
    await refresher.refresh();
    feed.records.length = 0;
    feed.error = undefined;
    await refresher.refresh();
    expect(works(key)).toBe(false);
  });

  it('applies a revocation that arrives during a full read', async () => {
    for (let i = 0; i < feedPageSize; i++) feed.add(generateApiKey());
    await refresher.refresh();
    let release = () => {};
    feed.delay = new Promise((resolve) => (release = resolve));
    reconnect();
    feed.revoke(0);
    release();
    await refresher.refresh();
    expect(works(key)).toBe(false);
  });

  it('drops ended keys from memory once they are the majority', async () => {
    const longAgo = Date.now() - 40 * 24 * 3_600_000;
    for (let i = 0; i < 10_010; i++) feed.add(generateApiKey());
    await refresher.refresh();
    feed.records = feed.records.map((record, index) => (index === 0 ? record : { ...record, endsAtMs: longAgo }));
    await refresher.refresh();
    expect(refresher.size).toBe(1);
  });
});
