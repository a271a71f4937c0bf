import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AnswersController } from './answers.controller';

@Module({ imports: [AccessModule], controllers: [AnswersController] })
export class AnswersModule {}
