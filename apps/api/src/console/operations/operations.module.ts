import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { OperationsController } from './operations.controller';

@Module({ imports: [AccessModule], controllers: [OperationsController] })
export class OperationsModule {}
