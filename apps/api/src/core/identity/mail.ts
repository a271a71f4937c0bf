import { Inject, Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
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
  private transport: Promise<Transporter> | undefined;
  private sending = 0;
  private isLost = false;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'debug' | 'info' | 'warn'>,
  ) {}

  get isConfigured(): boolean {
    return this.env.SMTP_URL !== undefined;
  }

  /** @returns whether the mail server accepted the message in time. Never rejects: a failure is only logged. */
  async send(message: EmailMessage): Promise<boolean> {
    const url = this.env.SMTP_URL;
    if (url === undefined) return false;
    if (this.sending >= maxSending) {
      this.logger.warn('an email was not sent, because too many emails are being sent');
      return false;
    }
    this.sending++;
    this.transport ??= import('nodemailer').then(({ createTransport }) => createTransport({ url, ...timeouts }));
    const sent = this.transport
      .then((transport) => transport.sendMail({ from: this.env.MAIL_FROM, ...message }))
      .finally(() => this.sending--);
    try {
      await withTimeout(sent, deadlineMs);
      this.noteResponse();
      return true;
    } catch (error) {
      this.noteFailure(error);
      return false;
    }
  }

  private noteResponse(): void {
    if (this.isLost) this.logger.info('the mail server accepts emails again');
    this.isLost = false;
  }

  /** A refusal concerns one email. All other failures are an outage, whose first one is logged. */
  private noteFailure(error: unknown): void {
    const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number };
    this.logger.debug({ err: error }, 'an email was not sent, or not in time');
    if (responseCode !== undefined)
      this.logger.warn({ code, smtp_status: responseCode }, 'the mail server refused an email');
    else if (!this.isLost) this.logger.warn({ reason: code ?? message }, 'the mail server is out of reach');
    this.isLost ||= responseCode === undefined;
  }
}
