import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Env } from '../../config/env';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends letters where the operator has named a mail server; elsewhere nothing is sent. */
export class Mail {
  private readonly transport: Transporter | undefined;

  constructor(
    private readonly env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.transport = env.SMTP_URL === undefined ? undefined : createTransport(env.SMTP_URL);
  }

  /** Resolves when the letter is sent or has failed, which is logged: staff hold the link that it carries anyway. */
  async send(letter: Letter): Promise<void> {
    try {
      await this.transport?.sendMail({ from: this.env.MAIL_FROM, ...letter });
    } catch (error) {
      this.logger.warn({ err: error }, 'a letter could not be sent');
    }
  }
}
