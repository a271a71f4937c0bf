import { Inject, Injectable } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends email if the operator has configured a mail server; otherwise it does nothing. */
@Injectable()
export class Mail {
  private readonly transport: Transporter | undefined;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.transport = env.SMTP_URL === undefined ? undefined : createTransport({ url: env.SMTP_URL, ...timeouts });
  }

  /** Resolves even when sending fails, which is logged: the sender has the link that the message carries. */
  async send(message: EmailMessage): Promise<void> {
    try {
      await this.transport?.sendMail({ from: this.env.MAIL_FROM, ...message });
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to send email');
    }
  }
}
