import { Body, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { Passkeys } from '../../core/identity/passkeys/passkeys';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { BeforeSecondFactor, DashboardController, FreshPassword, SignedInUsers } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { CurrentUser, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { WebAuthnOptions } from '../fields/views';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import { AddPasskeyBody, PasskeyList, PasskeyView, passkeyView } from './passkeys.dto';
import { PasskeysService } from './passkeys.service';

@DashboardController('passkeys', 'Passkeys')
@SignedInUsers()
export class PasskeysController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly service: PasskeysService,
  ) {}

  @Get()
  @BeforeSecondFactor()
  @Answers(200, 'List the user’s passkeys', PasskeyList)
  async list(@CurrentUser() user: SignedIn): Promise<PasskeyList> {
    return { items: (await this.passkeys.list(user.id)).map(passkeyView) };
  }

  @Post('options')
  @FreshPassword()
  @BeforeSecondFactor()
  @Answers(200, 'Get what the browser needs to make a passkey, within five minutes', WebAuthnOptions)
  async options(@CurrentUser() user: SignedIn): Promise<WebAuthnOptions> {
    return { public_key: await this.passkeys.registrationOptions(user) };
  }

  @Post()
  @FreshPassword()
  @BeforeSecondFactor()
  @SentAgain()
  @Answers(201, 'Add the passkey that the browser has made; ends all other sessions', PasskeyView)
  add(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Body() body: AddPasskeyBody,
    @Req() request: DashboardRequest,
  ): Promise<PasskeyView> {
    return this.service.add(change, user, body, request);
  }

  @Delete(':id')
  @FreshPassword()
  @Answers(204, 'Remove a passkey; ends all other sessions')
  remove(@CurrentUser() user: SignedIn, @Param('id', IdPipe) id: number): Promise<void> {
    return this.service.remove(user, id);
  }
}
