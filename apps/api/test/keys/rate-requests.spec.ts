import { ApiKeys } from '../../src/core/auth/lifecycle/api-keys';
import { ApiKeysRepository } from '../../src/core/auth/lifecycle/api-keys.repository';
import { RateRequests } from '../../src/core/auth/lifecycle/rate-requests';
import { RateRequestsRepository } from '../../src/core/auth/lifecycle/rate-requests.repository';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const actor = { userId: null, label: 'test', address: null };
const increase = { requestsPerSecond: 50, reason: 'launch' };

describe('RateRequests', () => {
  let database: TestDatabase;
  let keys: ApiKeys;
  let requests: RateRequests;
  let accountId: number;
  let keyId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { RATE_LIMIT_PER_SECOND: 10, SANDBOX_UPSTREAM_URL: undefined };
    const caps = new SpendingCapsRepository();
    const repository = new ApiKeysRepository(caps, env);
    keys = new ApiKeys(database.dataSource, repository, caps, env);
    requests = new RateRequests(database.dataSource, new RateRequestsRepository(env), repository);
  });
  beforeEach(async () => {
    const [{ id }] = await database.dataSource.query(
      `INSERT INTO accounts (kind, name) VALUES ('customer', 'Test') RETURNING id`,
    );
    accountId = Number(id);
    keyId = (await keys.create(accountId, { name: 'Production' }, actor)).id;
  });
  afterAll(() => database.drop());

  const command = () => ({ accountId, keyId, actor });

  it('shows an open request to support, and a grant sets the rate of the key and its rotated successors', async () => {
    const opened = await requests.create(command(), increase);
    expect(opened).toMatchObject({ ...increase, state: 'open', keyId });
    const { id: newKeyId } = await keys.rotate(command(), 60);
    const open = await requests.list('open', 0, 10);
    const seen = { ...increase, accountName: 'Test', keyName: 'Production', ratePerSecond: 10 };
    expect(open).toContainEqual(expect.objectContaining(seen));
    const decided = await requests.decide(opened.id, { granted: true, requestsPerSecond: 40, note: 'for now' }, actor);
    expect(decided).toMatchObject({ state: 'granted', grantedPerSecond: 40, note: 'for now' });
    for (const id of [keyId, newKeyId]) expect(await keys.find(id, accountId)).toMatchObject({ ratePerSecond: 40 });
    expect((await requests.latest(accountId, [keyId])).get(keyId)).toEqual(decided);
    expect(await requests.list('open', 0, 10)).not.toContainEqual(expect.objectContaining({ id: opened.id }));
  });

  it('applies a grant to keys that a concurrent rotation creates', async () => {
    for (let round = 0; round < 10; round++) {
      const { id: requestId } = await requests.create(command(), increase);
      const [, rotated] = await Promise.all([
        requests.decide(requestId, { granted: true, requestsPerSecond: 20 + round }, actor),
        keys.rotate(command(), 60),
      ]);
      for (const id of [keyId, rotated.id])
        expect(await keys.find(id, accountId)).toMatchObject({ ratePerSecond: 20 + round });
      keyId = rotated.id;
    }
  });

  it('declines a request without changing the rate', async () => {
    const { id } = await requests.create(command(), increase);
    expect(await requests.decide(id, { granted: false }, actor)).toMatchObject({
      state: 'declined',
      grantedPerSecond: null,
    });
    expect(await keys.find(keyId, accountId)).toMatchObject({ ratePerSecond: 10 });
  });

  it('allows one open request for a key, and decides it once, however many decisions race', async () => {
    const attempts = await Promise.allSettled([1, 2, 3].map(() => requests.create(command(), increase)));
    const [only, ...others] = attempts.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(others).toEqual([]);
    const decisions = [true, false].map((granted) => requests.decide(only!.id, { granted }, actor));
    const outcomes = await Promise.allSettled(decisions);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'conflict' }) },
    ]);
  });

  it('finds neither the key of another account nor an unknown request', async () => {
    await expect(requests.create({ ...command(), accountId: 1 }, increase)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(requests.decide(987_654, { granted: true }, actor)).rejects.toMatchObject({ code: 'not_found' });
  });
});
