import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { StaffController } from './staff.controller';
import { StaffService } from './staff.service';

@Module({ imports: [AccessModule], controllers: [StaffController], providers: [StaffService] })
export class StaffModule {}
