import { isFiltered, requestParams, requestsSearch } from './requests-search';

describe('the filters of the request log', () => {
  it('reads the log’s filters from the address and drops invalid ones', () => {
    const search = requestsSearch({
      keyId: 12,
      operation: 'users.by_id',
      outcome: 'not_found',
      from: '2026-11-20',
      to: 'yesterday',
      other: 1,
    });
    expect(search).toEqual({ keyId: '12', operation: 'users.by_id', outcome: 'not_found', from: '2026-11-20' });
    expect(isFiltered(search)).toBe(true);
    expect(isFiltered(requestsSearch({ keyId: 'x y' }))).toBe(false);
  });

  it('sends the log’s filter to the API with the last day included', () => {
    const params = requestParams({ from: '2026-11-20', to: '2026-11-20' });
    expect(Date.parse(params.to ?? '') - Date.parse(params.from ?? '')).toBe(86_400_000);
  });

  it('distinguishes an outcome from a problem code in the log’s filter', () => {
    expect(requestParams({ outcome: 'failed' })).toEqual({ outcome: 'failed' });
    expect(requestParams({ outcome: 'not_found' })).toEqual({ code: 'not_found' });
    expect(requestParams({})).toEqual({});
  });
});
