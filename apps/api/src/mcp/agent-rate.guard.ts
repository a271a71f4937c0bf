import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { AuthenticatedKey, KeyedRequest } from '../core/auth/key-record';
import { KeyRateGuard, tell } from '../core/rate-limit/key-rate.guard';
import { type AgentMessage, readMessage } from './agent-message';

export interface AgentRequest extends KeyedRequest {
  message: AgentMessage;
}

/**
 * For messages of agents, which have the key's rate once more: what their calls ask of the data API counts there. A message with
 * several calls takes as many requests of the rate, or is refused as a whole.
 */
@Injectable()
export class AgentRateGuard extends KeyRateGuard {
  protected override countedAs({ keyFamilyId }: AuthenticatedKey): number {
    return -keyFamilyId;
  }

  /** The body is read here, when the request counts as one that is under way. */
  protected override async admit(
    request: AgentRequest,
    response: Response,
    counted: number,
    limit: number,
  ): Promise<boolean> {
    request.message = await readMessage(request);
    const { calls } = request.message;
    const also = calls > 1 ? ` This message takes ${calls} of them at once, and nothing of it was run.` : '';
    return tell(response, limit, await this.rates.admit(counted, limit, calls), also);
  }
}
