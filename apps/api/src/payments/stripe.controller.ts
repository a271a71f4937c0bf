import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import express, { type Request, type Response } from 'express';
import { readBody } from '../console/http/read-body';
import { PaymentMessages } from '../core/billing/payments/payment-messages';

/** The signature covers the bytes as they came. */
const rawBody = express.raw({ limit: '256kb', type: () => true });

@Controller('payments/stripe')
@ApiExcludeController()
export class StripeController {
  constructor(private readonly messages: PaymentMessages) {}

  @Post()
  @HttpCode(200)
  async receive(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ readonly received: true }> {
    await readBody(rawBody, request, response);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await this.messages.receive(body, request.headers['stripe-signature']?.toString());
    return { received: true };
  }
}
