import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { OpenIdController } from './openid.controller';
import { OpenIdService } from './openid.service';
import { SessionController, SessionsController } from './session.controller';
import { SessionService } from './session.service';

@Module({
  imports: [AccessModule],
  controllers: [OpenIdController, SessionController, SessionsController],
  providers: [OpenIdService, SessionService],
})
export class SessionModule {}
