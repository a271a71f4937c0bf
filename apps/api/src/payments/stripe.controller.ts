import { createHash } from 'node:crypto';
import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import express, { type Request, type Response } from 'express';
import { readBody } from '../console/http/read-body';
import { addressGroup, ClientIps } from '../core/auth/client-ips';
import { PaymentMessages } from '../core/billing/payments/payment-messages';
import { LocalRateStore } from '../core/rate-limit/rate-store';
import { tooManyRequests } from '../platform/problem';

/** The signature covers the bytes as they came. */
const rawBody = express.raw({ limit: '256kb', type: () => true });

/** Per client address and second. Stripe sends from a dozen addresses, and sends again what is refused. */
const maxMessages = 50;

@Controller('payments/stripe')
@ApiExcludeController()
export class StripeController {
  private readonly rates = new LocalRateStore({ count: 1 });

  constructor(
    private readonly messages: PaymentMessages,
    private readonly addresses: ClientIps,
  ) {}

  @Post()
  @HttpCode(200)
  async receive(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ readonly received: true }> {
    await this.requireRate(request);
    await readBody(rawBody, request, response);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await this.messages.receive(body, request.headers['stripe-signature']?.toString());
    return { received: true };
  }

  /** Before the body is read, because anybody can send one. @throws {Problem} `too_many_requests` */
  private async requireRate(request: Request): Promise<void> {
    const address = createHash('sha256').update(addressGroup(this.addresses.of(request)));
    const { admitted, waitMs } = await this.rates.take(address.digest().readUIntBE(0, 6), maxMessages);
    if (admitted) return;
    const detail = `An address may send ${maxMessages} messages per second. Try again in 1 s.`;
    throw tooManyRequests('rate', detail, Math.ceil(waitMs / 1_000));
  }
}
