import { fork } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../until';
import { ends } from './ends';

const script = join(__dirname, '../../../../upstream-sim/dist/main.js');

export interface SeenRequest {
  /** The time of arrival in ISO 8601. */
  at: string;
  method: string;
  path: string;
  query: Record<string, string>;
  form: Record<string, string>;
  operation: string;
}

/** The simulated upstream in a separate process, and its control interface. */
export interface Simulator {
  baseUrl: string;
  sessionHeaders: Record<string, string>;
  /** Makes all responses of an operation fail, or the next one (`once`). The simulator's README lists the faults. */
  fault(fault: { operation: string; fault: string; mode?: 'once' | 'always'; delay_ms?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  /** Sets the clock ahead of the real time, so that links and stories expire. 0 sets it back. */
  setAhead(seconds: number): Promise<void>;
  /** An account publishes posts now, as the simulator's clock says. @returns their pks, oldest first */
  publish(posts: { user_id: string; count?: number; format?: string; caption?: string }): Promise<string[]>;
  /** Changes members of an account or post (`null` removes one), pins a post, deletes a post or comment, and back. */
  change(change: { id: string; values?: object; pinned?: boolean; deleted?: boolean }): Promise<void>;
  /** Undoes all posts and changes. */
  undoChanges(): Promise<void>;
  /** Waits until exactly this many responses are delayed by the fault `hold`: their requests stay in flight. */
  held(count: number): Promise<void>;
  release(operation?: string): Promise<void>;
  seen(): Promise<SeenRequest[]>;
  forget(): Promise<void>;
  stop(): Promise<void>;
}

const idle: Simulator[] = [];

/** In a run without workers, the global teardown stops the simulators. */
ends.push(() => Promise.all(idle.map((simulator) => simulator.stop())));

/** Reuses a simulator if an earlier file has stopped one: `stop` clears its faults, held responses and requests. */
export async function startSimulator(): Promise<Simulator> {
  const simulator = idle.pop() ?? (await forkSimulator());
  const stop = async () => {
    await simulator.clearFaults();
    await simulator.undoChanges();
    await simulator.release();
    await simulator.forget();
    idle.push(simulator);
  };
  return { ...simulator, stop };
}

async function forkSimulator(): Promise<Simulator> {
  const token = 'test-session';
  const child = fork(script, [], {
    env: { ...process.env, UPSTREAM_SIM_SESSION: `${token},loupe-sim-session` },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { listening: string }).listening));
    child.once('exit', () => reject(new Error('the simulator ended')));
  });
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}/_sim/${path}`, {
      method,
      // Uses a new connection: if a test has blocked this process for long, the simulator may be closing the old one.
      headers: { connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`simulator: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    baseUrl,
    sessionHeaders: { cookie: `sessionid=${token}` },
    fault: async (fault) => void (await control('POST', 'faults', { mode: 'always', ...fault })),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    setAhead: async (seconds) => void (await control('POST', 'clock', { ahead_seconds: seconds })),
    publish: async (wanted) => {
      const { posts } = (await (await control('POST', 'posts', wanted)).json()) as { posts: { pk: string }[] };
      return posts.map(({ pk }) => pk);
    },
    change: async (change) => void (await control('POST', 'changes', change)),
    undoChanges: async () => void (await control('DELETE', 'changes')),
    held: (count) =>
      until(`the simulator holds ${count} responses`, async () => {
        const { held } = (await (await control('GET', 'held')).json()) as { held: number };
        return held === count;
      }).then(() => undefined),
    release: async (operation) => void (await control('POST', 'release', { operation })),
    seen: async () => ((await (await control('GET', 'requests')).json()) as { requests: SeenRequest[] }).requests,
    forget: async () => void (await control('DELETE', 'requests')),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
