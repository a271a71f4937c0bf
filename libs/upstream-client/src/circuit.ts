import {
  BrokenCircuitError,
  CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  handleType,
  SamplingBreaker,
} from 'cockatiel';
import { UpstreamFailure } from './failure';

const halfOpenAfterMs = 5_000;

/**
 * Stops asking an upstream that is plainly down: when half of at least fifty requests within ten seconds failed, it is left
 * alone for five seconds, then tried with one request. The bar is high on purpose: single failures are the caller's to see.
 */
export class Circuit {
  private readonly policy: CircuitBreakerPolicy;

  constructor() {
    this.policy = circuitBreaker(
      handleType(UpstreamFailure, (failure) => failure.kind === 'unavailable' || failure.kind === 'timeout'),
      {
        halfOpenAfter: halfOpenAfterMs,
        breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 5 }),
      },
    );
  }

  get state(): 'closed' | 'open' | 'half_open' {
    if (this.policy.state === CircuitState.Closed) return 'closed';
    return this.policy.state === CircuitState.HalfOpen ? 'half_open' : 'open';
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.policy.execute(work);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new UpstreamFailure('circuit_open', 'the upstream has been failing', halfOpenAfterMs / 1000);
    }
  }
}
