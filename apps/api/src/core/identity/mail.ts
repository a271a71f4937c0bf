import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Env } from '../../platform/config/env';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends letters where the operator has named a mail server; elsewhere nothing is sent. */
export class Mail {
  private readonly transport: Transporter | undefined;

  constructor(
    private readonly env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.transport = env.SMTP_URL === undefined ? undefined : createTransport({ url: env.SMTP_URL, ...timeouts });
  }

  /** Resolves when the letter is sent or has failed, which is logged: whoever asked for it holds the link that it carries. */
  async send(letter: Letter): Promise<void> {
    try {
      await this.transport?.sendMail({ from: this.env.MAIL_FROM, ...letter });
    } catch (error) {
      this.logger.warn({ err: error }, 'a letter could not be sent');
    }
  }
}
