import type { ServerResponse } from 'node:http';

const tickMs = 50;
const perTick = 50;

/**
 * Holds back answers that refuse, so that a thousand a second leave at most: a caller that asks again as soon as it is refused
 * would take the time that those who were admitted need. Few refusals leave within a twentieth of a second.
 */
export class SlowLane<Response extends ServerResponse> {
  private waiting = new Set<Response>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly answer: (response: Response) => void) {}

  get length(): number {
    return this.waiting.size;
  }

  add(response: Response): void {
    this.waiting.add(response);
    response.once('close', () => this.waiting.delete(response));
    this.timer ??= setTimeout(this.tick, tickMs);
  }

  private readonly tick = (): void => {
    let left = perTick;
    for (const response of this.waiting) {
      if (left-- === 0) break;
      this.waiting.delete(response);
      this.answer(response);
    }
    this.timer = this.waiting.size > 0 ? setTimeout(this.tick, tickMs) : undefined;
  };
}
