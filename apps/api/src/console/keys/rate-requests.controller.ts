import { Body, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Support } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/id.pipe';
import { KeyView, RateRequestView } from './keys.dto';
import { KeyRateBody, RateDecisionBody, RateRequestPage, RateRequestsQuery } from './rate-requests.dto';
import { RatesService } from './rate-requests.service';

@DashboardController('support', 'Support')
@Support()
export class RatesController {
  constructor(private readonly rates: RatesService) {}

  @Patch('keys/:id')
  @ApiOperation({ summary: 'Set the rate of a key' })
  @ApiOkResponse({ type: KeyView })
  setRate(@CurrentUser() user: SignedIn, @Param('id', IdPipe) id: number, @Body() body: KeyRateBody): Promise<KeyView> {
    return this.rates.setRate(user, id, body.rate_limit_per_second);
  }

  @Get('rate-requests')
  @ApiOperation({ summary: 'Wishes for a higher rate' })
  @ApiOkResponse({ type: RateRequestPage })
  list(@Query() query: RateRequestsQuery): Promise<RateRequestPage> {
    return this.rates.list(query);
  }

  @Post('rate-requests/:id/decision')
  @HttpCode(200)
  @ApiOperation({ summary: 'Grant or decline a wish for a higher rate' })
  @ApiOkResponse({ type: RateRequestView })
  decide(
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: RateDecisionBody,
  ): Promise<RateRequestView> {
    return this.rates.decide(user, id, body);
  }
}
