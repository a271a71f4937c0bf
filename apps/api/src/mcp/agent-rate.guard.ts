import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { AuthenticatedKey, KeyedRequest } from '../core/auth/key-record';
import { enforce, KeyRateGuard } from '../core/rate-limit/key-rate.guard';
import { type AgentMessage, readMessage } from './agent-message';

export interface AgentRequest extends KeyedRequest {
  message: AgentMessage;
}

/** Applies the key's rate to messages, with a separate counter. Each call of a message counts. */
@Injectable()
export class AgentRateGuard extends KeyRateGuard {
  protected override countedAs({ keyFamilyId }: AuthenticatedKey): number {
    return -keyFamilyId;
  }

  /** Reads the body here, after the request was counted as in progress. */
  protected override async admit(
    request: AgentRequest,
    response: Response,
    counted: number,
    limit: number,
  ): Promise<boolean> {
    request.message = await readMessage(request);
    const { calls } = request.message;
    const also = calls > 1 ? ` This message needs ${calls} at once, so none of its calls ran.` : '';
    return enforce(response, limit, await this.rates.admit(counted, limit, calls), also);
  }
}
