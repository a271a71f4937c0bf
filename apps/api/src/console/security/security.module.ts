import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { PasskeysController } from './passkeys.controller';
import { PasskeysService } from './passkeys.service';
import { PasswordService } from './password.service';
import { SecondFactorService } from './second-factor.service';
import { PasswordController, SecondFactorController } from './security.controller';

@Module({
  imports: [AccessModule],
  controllers: [PasskeysController, PasswordController, SecondFactorController],
  providers: [PasskeysService, PasswordService, SecondFactorService],
})
export class SecurityModule {}
