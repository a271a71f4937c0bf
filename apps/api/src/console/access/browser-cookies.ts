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

  sessionOf(request: Request): string | undefined {
    return readSessionCookie(request.headers.cookie, this.origins.isOverTls(request));
  }

  /** The stored hash of a signed-in user's token. */
  sessionHashOf(request: Request): Buffer {
    return secretTokenHash(this.sessionOf(request)!);
  }

  deviceOf(request: Request): string | undefined {
    return readDeviceCookie(request.headers.cookie, this.origins.isOverTls(request));
  }

  setSession(request: Request, token: string, role: Role): void {
    request.res!.append('set-cookie', sessionCookie(token, role, this.origins.isOverTls(request)));
  }

  /** The name of a browser whose user has not signed in yet. A page that is open in two tabs keeps it. */
  browserOf(request: Request): string {
    const name = this.attemptOf(request, 'loupe_passkey') ?? newSecretToken();
    this.setAttempt(request, 'loupe_passkey', name, false);
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
    this.setAttempt(request, name, '', false);
  }

  async setDevice(request: Request, user: Credentials): Promise<void> {
    const device = await this.devices.recognize(user, this.deviceOf(request));
    const token = await this.devices.issue(user, device);
    request.res!.append('set-cookie', deviceCookie(token, this.origins.isOverTls(request)));
  }
}
