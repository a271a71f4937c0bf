import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import express, { type Response } from 'express';
import type { Observable } from 'rxjs';
import { ConcurrentRequests } from '../../core/rate-limit/concurrent-requests';
import { tooManyRequests } from '../../platform/problem';
import { readBody } from '../http/read-body';
import type { DashboardRequest } from './signed-in';

/** A page sends a few requests at once. Each request may take a database connection from the shared pool. */
const maxConcurrentPerSession = 10;

@Injectable()
export class SessionRequests extends ConcurrentRequests {
  constructor() {
    super(maxConcurrentPerSession);
  }
}

/** `DashboardGate` refuses all bodies but JSON. The largest body of a signed-in user is a list of 100 IP ranges. */
const bodyOf = {
  anyone: express.json({ limit: '4kb', type: () => true }),
  signedIn: express.json({ limit: '16kb', type: () => true }),
};

/** Runs between the guard and the handler. Limits concurrent requests and the size of the body. */
@Injectable()
export class RequestBounds implements NestInterceptor {
  constructor(private readonly inFlight: SessionRequests) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<DashboardRequest>(), http.getResponse<Response>()];
    const { signedIn } = request;
    if (signedIn && !this.inFlight.enter(signedIn.sessionId, http.getResponse<Response>())) {
      const detail = 'You have too many requests in flight. Try again in 1 s.';
      throw tooManyRequests('concurrency', detail, 1);
    }
    if (request.method !== 'GET') await readBody(signedIn ? bodyOf.signedIn : bodyOf.anyone, request, response);
    return next.handle();
  }
}
