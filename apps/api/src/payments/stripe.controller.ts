import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import express, { type Request, type Response } from 'express';
import { readBody } from '../console/http/read-body';
import { addressGroup, ClientIps } from '../core/auth/client-ips';
import { PaymentMessages } from '../core/billing/payments/payment-messages';
import { ProcessRate } from '../core/rate-limit/process-rate';

/** The signature covers the bytes as they came. */
const rawBody = express.raw({ limit: '256kb', type: () => true });

@Controller('payments/stripe')
@ApiExcludeController()
export class StripeController {
  /** Stripe sends from a dozen addresses, and sends again what is refused. */
  private readonly rate = new ProcessRate(50, ['An address', 'messages per second']);

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
    // Before the body is read, because anybody can send one.
    await this.rate.take(addressGroup(this.addresses.of(request)));
    await readBody(rawBody, request, response);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await this.messages.receive(body, request.headers['stripe-signature']?.toString());
    return { received: true };
  }
}
