import { prepareScript } from '../support/root-script';

describe('three loaded processes behind a proxy, restarted in turn', () => {
  const run = prepareScript('apps/api/test/chaos/rolling-restart.mjs');

  it('fail no request', async () => {
    const { code, output } = await run('--short');
    expect(output).toMatch(/^no request failed$/m);
    const [, requests, failed] = /(\d+) requests, (\d+) failed/.exec(output)!;
    expect(Number(requests)).toBeGreaterThanOrEqual(1_800);
    expect({ failed, code }).toEqual({ failed: '0', code: 0 });
  });
});
