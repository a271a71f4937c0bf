import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { OpenIdController } from './openid.controller';
import { OpenIdService } from './openid.service';
import { PasskeySession } from './passkey-session.service';
import { SessionController, SessionsController } from './session.controller';
import { SessionService } from './session.service';

@Module({
  imports: [AccessModule],
  controllers: [OpenIdController, SessionController, SessionsController],
  providers: [OpenIdService, PasskeySession, SessionService],
})
export class SessionModule {}
