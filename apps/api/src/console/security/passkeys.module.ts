import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { PasskeysController } from './passkeys.controller';
import { PasskeysService } from './passkeys.service';

@Module({ imports: [AccessModule], controllers: [PasskeysController], providers: [PasskeysService] })
export class PasskeysModule {}
