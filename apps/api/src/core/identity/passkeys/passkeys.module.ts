import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity.module';
import { Passkeys } from './passkeys';
import { PasskeysRepository } from './passkeys.repository';

@Module({ imports: [IdentityModule], providers: [Passkeys, PasskeysRepository], exports: [Passkeys] })
export class PasskeysModule {}
