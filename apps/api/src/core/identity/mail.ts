import { Inject, Injectable } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { withTimeout } from '../../platform/promises';

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How long a request may wait for the mail server. */
const deadlineMs = 15_000;
const maxSending = 20;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends email if the operator has configured a mail server; otherwise it does nothing. */
@Injectable()
export class Mail {
  private readonly transport: Transporter | undefined;
  private sending = 0;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.transport = env.SMTP_URL === undefined ? undefined : createTransport({ url: env.SMTP_URL, ...timeouts });
  }

  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  /** @returns whether the mail server accepted the message in time. Never rejects: a failure is only logged. */
  async send(message: EmailMessage): Promise<boolean> {
    if (this.transport === undefined) return false;
    if (this.sending >= maxSending) {
      this.logger.warn('an email was not sent, because too many emails are being sent');
      return false;
    }
    this.sending++;
    const sent = this.transport.sendMail({ from: this.env.MAIL_FROM, ...message }).finally(() => this.sending--);
    try {
      await withTimeout(sent, deadlineMs);
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'an email was not sent, or not in time');
      return false;
    }
  }
}
