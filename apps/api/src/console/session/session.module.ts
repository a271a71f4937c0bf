import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { OpenIdController } from './openid.controller';
import { OpenIdService } from './openid.service';
import { PasskeySession } from './passkey-session.service';
import { ProviderVisits } from './provider-visits';
import { SessionController, SessionsController } from './session.controller';
import { SessionService } from './session.service';

@Module({
  imports: [AccessModule],
  controllers: [OpenIdController, SessionController, SessionsController],
  providers: [OpenIdService, PasskeySession, ProviderVisits, SessionService],
})
export class SessionModule {}
