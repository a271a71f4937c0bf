import { Module } from '@nestjs/common';
import { DemoRepository } from './demo.repository';
import { DemoService } from './demo.service';

@Module({ providers: [DemoRepository, DemoService] })
export class DemoModule {}
