import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { KnownDevices } from '../../core/identity/known-devices';
import { newSecretToken, secretTokenHash } from '../../core/identity/secret-token';
import type { Credentials, Role } from '../../core/identity/user';
import { RequestOrigins } from '../http/request-origins';
import {
  type AttemptName,
  attemptCookie,
  deviceCookie,
  endedSessionCookie,
  readAttemptCookie,
  readDeviceCookie,
  readSessionCookie,
  sessionCookie,
} from './session-cookie';

/** Reads and sets the cookies of the dashboard. */
@Injectable()
export class BrowserCookies {
  constructor(
    private readonly origins: RequestOrigins,
    private readonly devices: KnownDevices,
  ) {}

  /** The stored hash of the session's token; undefined without a cookie, whether or not it is of a session. */
  sentSessionHash(request: Request): Buffer | undefined {
    const token = readSessionCookie(request.headers.cookie, this.origins.isOverTls(request));
    return token === undefined ? undefined : secretTokenHash(token);
  }

  /** The same for a signed-in user. */
  sessionHashOf(request: Request): Buffer {
    return this.sentSessionHash(request)!;
  }

  deviceOf(request: Request): string | undefined {
    return readDeviceCookie(request.headers.cookie, this.origins.isOverTls(request));
  }

  setSession(request: Request, token: string, role: Role): void {
    request.res!.append('set-cookie', sessionCookie(token, role, this.origins.isOverTls(request)));
  }

  /** The name of a browser that begins to sign in. A page that is open in two tabs keeps it. */
  browserOf(request: Request): string {
    const name = this.attemptOf(request, 'loupe_browser') ?? newSecretToken();
    this.setAttempt(request, 'loupe_browser', name, false);
    return name;
  }

  endSession(request: Request): void {
    request.res!.append('set-cookie', endedSessionCookie(this.origins.isOverTls(request)));
  }

  attemptOf(request: Request, name: AttemptName): string | undefined {
    return readAttemptCookie(name, request.headers.cookie, this.origins.isOverTls(request));
  }

  setAttempt(request: Request, name: AttemptName, token: string, isLax: boolean): void {
    request.res!.append('set-cookie', attemptCookie(name, token, isLax, this.origins.isOverTls(request)));
  }

  endAttempt(request: Request, name: AttemptName): void {
    if (this.attemptOf(request, name) !== undefined) this.setAttempt(request, name, '', false);
  }

  async setDevice(request: Request, user: Credentials): Promise<void> {
    const device = await this.devices.recognize(user, this.deviceOf(request));
    const token = await this.devices.issue(user, device);
    request.res!.append('set-cookie', deviceCookie(token, this.origins.isOverTls(request)));
  }
}
