import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { PasskeysController } from './passkeys.controller';
import { PasskeysService } from './passkeys.service';
import { PasswordService } from './password.service';
import { ProviderLinkService } from './provider-link.service';
import { SecondFactorService } from './second-factor.service';
import { PasswordController, ProviderLinkController, SecondFactorController } from './security.controller';

@Module({
  imports: [AccessModule],
  controllers: [PasskeysController, PasswordController, ProviderLinkController, SecondFactorController],
  providers: [PasskeysService, PasswordService, ProviderLinkService, SecondFactorService],
})
export class SecurityModule {}
