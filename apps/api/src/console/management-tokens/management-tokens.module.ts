import { Module } from '@nestjs/common';
import { ManagementModule } from '../../core/auth/management/management.module';
import { AccessModule } from '../access/access.module';
import { ManagementTokensController } from './management-tokens.controller';

@Module({ imports: [AccessModule, ManagementModule], controllers: [ManagementTokensController] })
export class ManagementTokensModule {}
