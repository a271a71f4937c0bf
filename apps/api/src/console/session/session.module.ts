import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { SessionController, SessionsController } from './session.controller';
import { SessionService } from './session.service';

@Module({
  imports: [AccessModule],
  controllers: [SessionController, SessionsController],
  providers: [SessionService],
})
export class SessionModule {}
