import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../clock';
import { LOGGER } from '../observability/logger';
import { isOutOfReach, outageReason } from './failures';
import { Notifications } from './notifications';

/** Statements that began during an outage may fail this long after its end: connecting and a statement take 5 s. */
const settleMs = 10_000;

type Fields = Record<string, unknown>;

/**
 * Logs failures of work that needs the database. An outage causes many, so it gets one line when the database is lost and
 * one when it is back, and the failures themselves are logged at `debug`.
 */
@Injectable()
export class OutageLog {
  private isAway = false;
  private backAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly notifications: Notifications,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>,
  ) {
    notifications.onCheck((failure) => (failure === undefined ? this.noteBack() : this.noteLost(failure)));
  }

  /** Logs a failure. `error` decides whether it belongs to an outage. */
  warn(fields: Fields, message: string, error = fields.err): void {
    void this.log('warn', fields, message, error);
  }

  /** As {@link warn}. */
  error(fields: Fields, message: string, error = fields.err): void {
    void this.log('error', fields, message, error);
  }

  info(message: string): void {
    this.logger.info(message);
  }

  private async log(level: 'warn' | 'error', fields: Fields, message: string, error: unknown): Promise<void> {
    if (isOutOfReach(error) && (await this.isOutage())) this.logger.debug({ ...fields, err: error }, message);
    else this.logger[level](fields, message);
  }

  /** Asks the database, because a single connection can also be lost, or a pool be exhausted, while it responds. */
  private async isOutage(): Promise<boolean> {
    if (this.isAway || clock.nowMs() < this.backAtMs + settleMs) return true;
    return !(await this.notifications.check());
  }

  private noteLost(failure: unknown): void {
    if (this.isAway) return;
    this.isAway = true;
    this.logger.error({ reason: outageReason(failure) }, 'the database is out of reach');
  }

  private noteBack(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.backAtMs = clock.nowMs();
    this.logger.info('the database is back');
  }
}
