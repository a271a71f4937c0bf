import type { Response } from 'express';
import type { DashboardRequest, SignedIn } from '../access/signed-in';
import type { CurrentSessionView, SessionList, SignInBody } from './session.dto';

export abstract class SessionService {
  abstract signIn(body: SignInBody, request: DashboardRequest, response: Response): Promise<CurrentSessionView>;
  abstract describe(user: SignedIn): CurrentSessionView;
  abstract signOut(user: SignedIn, request: DashboardRequest, response: Response): Promise<void>;
  abstract confirmPassword(user: SignedIn, password: string): Promise<CurrentSessionView>;
  abstract list(user: SignedIn): Promise<SessionList>;
  abstract revokeOthers(user: SignedIn): Promise<void>;
  abstract revoke(user: SignedIn, id: number): Promise<void>;
}
