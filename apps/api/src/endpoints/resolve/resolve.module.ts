import { Module } from '@nestjs/common';
import { ResolveController } from './resolve.controller';

@Module({ controllers: [ResolveController] })
export class ResolveModule {}
