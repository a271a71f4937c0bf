import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { PasswordService } from './password.service';
import { ProviderLinkService } from './provider-link.service';
import { SecondFactorService } from './second-factor.service';
import { PasswordController, ProviderLinkController, SecondFactorController } from './security.controller';

@Module({
  imports: [AccessModule],
  controllers: [PasswordController, ProviderLinkController, SecondFactorController],
  providers: [PasswordService, ProviderLinkService, SecondFactorService],
})
export class SecurityModule {}
