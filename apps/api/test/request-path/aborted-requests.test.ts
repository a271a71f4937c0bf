import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFleet, type ApiProcess } from '../keys/api-fleet';

const page = readFileSync(join(__dirname, '../../../dashboard/dist/index.html'), 'utf8');
const script = /\/dashboard\/assets\/index-[^"]+\.js/.exec(page)![0];
const paths = ['/dashboard/', script, '/docs/swagger-ui-bundle.js', '/openapi.json'];

/** When a caller goes away: at the first byte of the answer, or as soon as the requests are on their way. */
type Leaving = 'at the first byte' | 'at once';

/** Linux alone lists what a process has open. */
const onLinux = existsSync('/proc/self/fd') ? describe : describe.skip;

onLinux('callers that go away', () => {
  let fleet: ApiFleet;
  let api: ApiProcess;
  beforeAll(async () => {
    fleet = await ApiFleet.start(1, {});
    [api] = fleet.processes as [ApiProcess];
    for (const path of paths) expect((await fetch(api.baseUrl + path)).status).toBe(200);
  }, 60_000);
  afterAll(() => fleet.stop());

  /** What the process has open: files by their path, and how many descriptors in all. */
  function descriptors(): { files: string[]; count: number } {
    const directory = `/proc/${api.pid}/fd`;
    const links = readdirSync(directory).flatMap((name) => {
      try {
        return [readlinkSync(join(directory, name))];
      } catch {
        return []; // Closed since the folder was read.
      }
    });
    return { files: links.filter((link) => link.startsWith('/')).sort(), count: links.length };
  }

  /** Sends bytes on a connection of their own and goes away; `hardly` as the network does, without a farewell. */
  function sendAndLeave(bytes: string, leaving: Leaving, hardly = false): Promise<void> {
    return new Promise((resolve) => {
      const leave = () => (hardly ? socket.resetAndDestroy() : socket.destroy());
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1', () => {
        socket.write(bytes, () => leaving === 'at once' && leave());
      });
      socket.once('data', leave);
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  }

  async function expectNothingLeftOpen(before: ReturnType<typeof descriptors>): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (descriptors().count > before.count && Date.now() < deadline) await sleep(50);
    expect(descriptors().files).toEqual(before.files);
    expect(descriptors().count).toBeLessThanOrEqual(before.count);
    expect((await api.get('', '/system/health')).status).toBe(200);
  }

  it.each<Leaving>(['at the first byte', 'at once'])(
    'leave no descriptor open with 1,000 pipelined downloads broken off %s',
    async (leaving) => {
      const before = descriptors();
      const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: loupe\r\n\r\n`).join('');
      await Promise.all(Array.from({ length: 25 }, () => sendAndLeave(requests.repeat(10), leaving)));
      await expectNothingLeftOpen(before);
    },
  );
});
