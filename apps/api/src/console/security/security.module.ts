import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { PasswordService } from './password.service';
import { SecondFactorService } from './second-factor.service';
import { PasswordController, SecondFactorController } from './security.controller';

@Module({
  imports: [AccessModule],
  controllers: [PasswordController, SecondFactorController],
  providers: [PasswordService, SecondFactorService],
})
export class SecurityModule {}
